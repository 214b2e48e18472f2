"""``run.py serve``: joins the watched table, the rules and the page, and serves until Ctrl-C.

Law: at the top only the standard library, so that options can be checked on a bare machine.
"""

from __future__ import annotations

import argparse
import errno
import logging
import logging.handlers
import platform
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from webui.commands import home
from webui.commands.doors import host, host_port, pin, port, proxy, proxy_door, public

if TYPE_CHECKING:
    from calibration.table_file import TableFile
    from rules.kernel.protocol import Army
    from vision.setup.service import SettingUp
    from vision.simulator.world import World
    from webui.game.seen.live import LiveTable
    from webui.game.throws.dice_table import DiceTable
    from webui.server.doors.public_address import ProxyDoor
    from webui.server.session import Desk

SIMULATED = ("sim", "sim2", "sim3", "sim4")
MOST_CAMERAS = 8
LOGGERS = ("vision", "webui", "calibration")
_LOG_FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def serve(argv: Sequence[str]) -> int:
    """Serve the page until Ctrl-C; 0 then, 2 for wrong input, 1 for a failure."""
    options = serve_options(argv)
    log_into(options.data)
    deaf = _why_not(options)
    if deaf:
        return _say(deaf)
    from vision.setup.service import SettingUp
    from webui.commands.memory import keep_little
    from webui.commands.seeing.open_dice import CannotWatch, open_dice
    from webui.game.journal.journal import CannotKeep
    from webui.game.journal.lock import FolderInUse

    keep_little()
    setting_up = SettingUp(options.data, options.table)
    try:
        for note in unused(options):
            print(note, file=sys.stderr)
        armies = load_armies(options.army)
        live = open_live(options, setting_up)
    except (ValueError, OSError, RuntimeError) as why:
        return _say(str(why), 2)
    dice = None
    try:
        dice = open_dice(options, live)
        return _serve_until_stopped(options, live, setting_up, armies, dice)
    except CannotWatch as why:
        return _say(str(why), 2)
    except (CannotKeep, FolderInUse, ValueError) as why:
        return _say(str(why))
    finally:
        if dice is not None:
            dice.close()
        live.close()


def _say(sentence: str, code: int = 1) -> int:
    print(sentence, file=sys.stderr)
    return code


# --- what was asked for ----------------------------------------------------------------------


def serve_options(argv: Sequence[str]) -> argparse.Namespace:
    """The options of ``serve``; ``--safe`` overrules those of the camera.

    Raises:
        SystemExit: with 2 after a sentence on stderr, or with 0 after ``--help``.
    """
    parser = argparse.ArgumentParser(prog="run.py serve", description="Serve the page.")
    add = parser.add_argument
    add("--host", type=host, help="0.0.0.0 lets phones in the network in; else as Set-up keeps it")
    add("--port", type=port, default=8750, help="default: 8750")
    add(
        "--camera",
        action="append",
        default=[],
        metavar="WHAT[,LENS.toml]",
        help="sim, sim2, none, an index, an address, a picture or a video; again for each camera",
    )
    add("--simulate", default="", help="faults of the simulated world: glue=0.5,tilt=3")
    add("--data", type=Path, default=home.HERE / "games", help="folder that games are kept in")
    add("--army", type=Path, action="append", default=[], help="army.toml, once for each side")
    add("--table", type=Path, help="table.toml: markers, terrain and bases in play")
    add("--lens", type=Path, help="lens.toml; without it the lens is solved with the pose")
    add("--rules", default="matchlocks", help="whose ready battle stands on the table at first")
    add("--hall", default="", metavar="ADDRESS", help="publish to mqtt[s]://[user:password@]broker")
    add("--table-name", default="", help='what this table is called in the hall: "Table 7"')
    add("--hall-ca", type=Path, help="certificates to trust for mqtts://, instead of the system's")
    add("--public-url", type=public, metavar="URL", help="where a reverse proxy lets people in")
    add("--proxy-at", type=host_port, metavar="HOST:PORT", help="its door: 127.0.0.1:PORT+1")
    add("--trusted-proxy", type=proxy, action="append", default=[], help="else: this computer")
    add("--pin", type=pin, help="the umpire's PIN, 4 to 64 signs; else chosen on the page")
    add("--dice-camera", default="", help="a camera over the dice tray: as --camera; none")
    add("--tray", help="the tray's corners on its picture: x,y x,y x,y x,y")
    add("--safe", action="store_true", help="no camera and no readers: only the page and the games")
    options = parser.parse_args(argv)
    if options.safe:
        options.camera, options.table, options.lens = ["none"], None, None
        options.dice_camera = "none"
    options.camera = options.camera or ["sim"]
    options.host = options.host or _kept_host(options.data)
    return options


def _kept_host(folder: Path) -> str:
    """What the page listens on as Set-up keeps it."""
    from webui.server.doors.network_setting import NetworkSetting

    return NetworkSetting(folder).host()


def unused(options: argparse.Namespace) -> list[str]:
    """A sentence for each option that this camera makes nothing of."""
    notes = []
    without, simulated = options.camera == ["none"], simulated_cameras(options.camera) > 0
    if without and options.table is not None:
        notes.append("--table is not used: without a camera the page lays the table out.")
    if options.public_url is None and (options.proxy_at or options.trusted_proxy):
        notes.append("--proxy-at and --trusted-proxy are not used without --public-url.")
    if options.simulate and not simulated:
        notes.append("--simulate is not used: only the simulated camera can misbehave on demand.")
    if (without or simulated) and options.lens is not None:
        why = "there is no camera" if without else "the simulated one has its own"
        notes.append(f"--lens is not used: {why}.")
    return notes


def load_armies(paths: Sequence[Path]) -> tuple[Army, Army] | None:
    """The two armies that were named, None where none was.

    Raises:
        ValueError: one of them alone, or a file that is no army; a sentence.
    """
    from webui.game.kept.army_file import load_army

    if not paths:
        return None
    if len(paths) != 2:
        raise ValueError("Give --army twice: one army.toml for each side.")
    return load_army(paths[0]), load_army(paths[1])


def _why_not(options: argparse.Namespace) -> str:
    """Why one of the doors that the options ask for cannot be opened, "" when all can."""
    proxy = proxy_door(options)
    deaf = why_not_listen(options.host, options.port)
    if deaf or proxy is None:
        return deaf
    deaf = why_not_listen(proxy.host, proxy.port)
    return deaf and f"The proxy's door (--proxy-at): {deaf}"


def why_not_listen(host: str, port: int) -> str:
    """Why the page cannot be served there, with the remedy; "" where it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if sys.platform != "win32":  # on Windows this would let two servers share a port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as why:
        return _deaf(why, host, port)
    return ""


def _deaf(why: OSError, host: str, port: int) -> str:
    other = f"--port {port + 1 if port < 65535 else 8750}"
    if why.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use, perhaps by Drumhead itself: stop that, or start with {other}."
        )
    if why.errno == errno.EACCES:
        return f"This computer does not let you use port {port}: start with --port 8750."
    return f"{host} is no address of this computer ({why.strerror}): leave --host out, or 0.0.0.0."


# --- the log ---------------------------------------------------------------------------------


def log_into(folder: Path) -> None:
    """Warnings to the console; everything into ``folder/drumhead.log``, at most about 1 MB.

    A folder that cannot be written is told of when a game is opened in it.
    """
    shown = logging.StreamHandler()
    shown.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
    shown.setLevel(logging.WARNING)
    logging.getLogger().addHandler(shown)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = logging.handlers.RotatingFileHandler(
            folder / "drumhead.log", maxBytes=500_000, backupCount=1, encoding="utf-8"
        )
    except OSError:
        return
    kept.setFormatter(logging.Formatter(_LOG_FORM))
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.INFO)
    logging.getLogger().addHandler(kept)
    system = f"{platform.system()} {platform.release()}"
    started = logging.getLogger(__name__)
    started.info("Drumhead starts on Python %s, %s", platform.python_version(), system)


# --- the table and the page ------------------------------------------------------------------


def open_live(options: argparse.Namespace, setting_up: SettingUp) -> LiveTable:
    """The live table that the options ask for; *setting_up* is given its camera.

    A real camera without ``--table`` gets what the set-up wizard kept, or an empty table.

    Raises:
        CameraError, FileError, CannotPlace, ValueError: it cannot be had; a sentence.
    """
    from rules.books import RULE_SETS
    from vision.simulator.rig import LONG_TABLE_IN
    from vision.simulator.table import SimulatedTable
    from vision.simulator.world import parse_world
    from webui.game.seen.live import HandTable

    book = next((each for each in RULE_SETS if each.name == options.rules), None)
    if book is None:
        known = ", ".join(each.name for each in RULE_SETS)
        raise ValueError(f"There is no rule set {options.rules!r}. There are: {known}.")
    world = parse_world(options.simulate)
    if options.camera == ["none"]:
        return HandTable(book.demo().table)
    count = simulated_cameras(options.camera)
    if count and options.table is None:
        room_in = LONG_TABLE_IN if count > 1 else None
        return SimulatedTable(
            book.demo().table, prepare=setting_up.adopt, world=world, cameras=count, room_in=room_in
        )
    return _watched(options, setting_up, world)


def _watched(options: argparse.Namespace, setting_up: SettingUp, world: World) -> LiveTable:
    """The cameras of the options over the table that is kept, watched from now on."""
    from calibration.table_file import load_lens
    from vision.cameras.choose import open_camera, with_lens
    from vision.simulator.rig import hang_rig
    from vision.watch.live import watch_all

    table = setting_up.kept.table
    count = simulated_cameras(options.camera)
    if count:
        hung = hang_rig(table, {}, count, world=world)
        watcher = watch_all([(each, None) for each in hung], table)
    else:
        wanted = [with_lens(spec) for spec in options.camera]
        if options.lens is not None and len(wanted) > 1:
            raise ValueError("Of several cameras each has a lens: write --camera 0,lens.toml.")
        lenses = [lens or options.lens for _, lens in wanted]
        watcher = watch_all(
            [
                (open_camera(spec), None if lens is None else load_lens(lens))
                for (spec, _), lens in zip(wanted, lenses, strict=True)
            ],
            table,
        )
    setting_up.adopt(watcher)
    watcher.start()
    return watcher


def simulated_cameras(wanted: Sequence[str]) -> int:
    """How many simulated cameras are asked for; 0 where real ones, or none, are.

    Raises:
        ValueError: cameras that cannot stand over one table; a sentence.
    """
    count = sum(int(spec[3:] or 1) for spec in wanted if spec in SIMULATED)
    others = [spec for spec in wanted if spec not in SIMULATED]
    if len(wanted) > 1 and "none" in wanted:
        raise ValueError("--camera none stands alone.")
    if count and others:
        raise ValueError("The simulated cameras see a table of their own: name real ones, or sim.")
    if count > 4 or len(others) > MOST_CAMERAS:
        raise ValueError(f"From 1 to {MOST_CAMERAS} cameras, or 4 simulated ones, see one table.")
    return count


def _table_in_use(options: argparse.Namespace, setting_up: SettingUp) -> TableFile | None:
    return setting_up.table() if options.camera != ["none"] else None


def _serve_until_stopped(
    options: argparse.Namespace,
    live: LiveTable,
    setting_up: SettingUp,
    armies: tuple[Army, Army] | None,
    dice: DiceTable | None,
) -> int:
    from rules.books import RULE_SETS
    from vision.dice.still_throw import still_throw
    from vision.relay.changed_tiles import ChangedTiles
    from vision.setup.sheet_printer import Press
    from webui.server.app import create_app, desk_of
    from webui.server.sockets.listening import THREADS, server_on

    app = create_app(
        options.data, live, rules=RULE_SETS,
        pin=options.pin, armies=armies, first=options.rules,
        hosts=(options.host,), host=options.host,
        setter=setting_up if options.camera != ["none"] else None,
        printer=Press(lambda: _table_in_use(options, setting_up)),
        dice=dice, public=options.public_url, thinner=ChangedTiles(), read_throw=still_throw,
    )  # fmt: skip
    desk = desk_of(app)
    leave_hall = join_hall(options, desk)
    server = server_on(app, options.host, options.port, THREADS, proxy_door(options))
    # A service is stopped with this signal: as orderly as with Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _say_where(options.host, options.port, live.abilities.sees, proxy_door(options))
        server.run()
    except KeyboardInterrupt:
        pass  # the server itself ends quietly; this one came before it ran
    finally:
        # Whoever waits for news is told first: their threads then end.
        desk.bell.close()
        server.close()
        leave_hall()
        desk.close()
        print("Drumhead has stopped; everything is kept.")
    return 0


def join_hall(options: argparse.Namespace, desk: Desk) -> Callable[[], None]:
    """Publish to the hall that the options name, if they name one; gives what ends that.

    Raises:
        ValueError: the address or the name is none. CannotKeep: no outbox can be kept.
    """
    if not options.hall:
        return lambda: None
    from webui.hall.table.publisher import HallTable
    from webui.hall.wire.address import read_address

    name = options.table_name or platform.node() or "table"
    hall = HallTable(desk, read_address(options.hall), name, ca=options.hall_ca)
    desk.hall = hall
    hall.start()
    return hall.close


def _say_where(host: str, port: int, sees: bool, proxy: ProxyDoor | None = None) -> None:
    from vision.tags.decode.pyzbar_reader import pyzbar_fact
    from webui.server.addresses import is_open_to_all, names_on

    page = f"http://{names_on(host)[0]}:{port}"
    print(f"Drumhead serves on {page}   (Ctrl-C stops it)", flush=True)
    reader_off = pyzbar_fact() if sees else ""
    if reader_off:
        print(reader_off, file=sys.stderr, flush=True)
    if proxy is not None:
        door = f"{f'[{proxy.host}]' if ':' in proxy.host else proxy.host}:{proxy.port}"
        print(f"From outside: {proxy.public.url}, by a proxy that asks at {door}", flush=True)
    if is_open_to_all(host):
        print(f"Phones join at {page}/join; the codes stand on the table's own page.", flush=True)
    else:
        print("Phones may join when it is started with --host 0.0.0.0", flush=True)
