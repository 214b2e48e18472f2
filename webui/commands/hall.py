"""``run.py hall``: the wall, the umpires' queue, standings and archive of many tables."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from webui.commands import home
from webui.commands.serve import log_into, why_not_listen

if TYPE_CHECKING:
    from webui.commands.hall_robots import RobotTable
    from webui.hall.broker import EmbeddedBroker
    from webui.hall.wire.address import Address


def hall_command(argv: Sequence[str]) -> int:
    """Serve the hall until Ctrl-C; 0 then, 2 for wrong input, 1 for a failure."""
    options = hall_options(argv)
    from webui.game.journal.journal import CannotKeep, Damaged
    from webui.hall.broker import CannotListen

    log_into(options.data)
    try:
        if options.mosquitto is not None:
            return _write_mosquitto(options)
        if options.only_tables:
            return _play(options)
        deaf = why_not_listen(options.host, options.port)
        if deaf:
            raise CannotListen(deaf)
        return _serve(options)
    except ValueError as why:
        return _say(str(why), 2)
    except (CannotKeep, Damaged, CannotListen, OSError) as why:
        return _say(str(why))


def _say(sentence: str, code: int = 1) -> int:
    print(sentence, file=sys.stderr)
    return code


def hall_options(argv: Sequence[str]) -> argparse.Namespace:
    """The options of ``hall``.

    Raises:
        SystemExit: as argparse does.
    """
    parser = argparse.ArgumentParser(prog="run.py hall", description="Serve a hall of tables.")
    add = parser.add_argument
    add("--hall", default="", metavar="ADDRESS", help="mqtt[s]://[user:password@]broker[:port]")
    add("--hall-ca", type=Path, help="certificates to trust for mqtts://")
    add("--host", default="127.0.0.1", help="0.0.0.0 lets phones, and tables of our broker, in")
    add("--port", type=int, default=8760, help="of the page; default: 8760")
    add("--broker-port", type=int, help="of the broker; default: 1883, with --tls 8883")
    add("--data", type=Path, default=home.HERE / "hall", help="folder of archive and PIN")
    add("--archive", default="", help="sqlite:///FILE or postgresql://…; default: in --data")
    add("--pin", help="the umpires' PIN, 4 to 64 characters")
    add("--simulate", type=int, default=0, metavar="N", help="N simulated tables, robots playing")
    add("--pace", type=float, default=2.0, help="seconds an action of a simulated table takes")
    add("--first", type=int, default=1, metavar="K", help="the number of the first of them")
    add("--only-tables", action="store_true", help="with --simulate and --hall: no hall, no page")
    add("--mosquitto", type=Path, metavar="FOLDER", help="write a configuration for Mosquitto")
    add(
        "--tls",
        default="",
        metavar="NAME",
        help="with --mosquitto: with a certificate",
    )
    add("--tables", type=int, default=20, help="for how many tables --mosquitto has users")
    options = parser.parse_args(argv)
    if options.pin is not None and not 4 <= len(options.pin) <= 64:
        parser.error("a PIN has from 4 to 64 characters")
    options.broker_port = options.broker_port or (8883 if options.tls else 1883)
    if options.tls and options.mosquitto is None:
        parser.error("--tls goes with --mosquitto FOLDER")
    if options.only_tables and not (options.simulate and options.hall):
        parser.error("--only-tables needs --simulate N and --hall ADDRESS")
    return options


def _write_mosquitto(options: argparse.Namespace) -> int:
    from webui.hall.certificate import make_certificate
    from webui.hall.mosquitto import refuse_another, write_configuration

    folder: Path = options.mosquitto
    names = [f"table-{number}" for number in range(1, options.tables + 1)]
    refuse_another(folder)
    if options.tls:
        print(
            f"For every table and the hall, as --hall-ca: {make_certificate(folder, options.tls)}"
        )
    named = options.tls or "BROKER"
    handed_out = write_configuration(folder, "hall", names, options.broker_port, named)
    print(f"Written. Start: mosquitto -c {handed_out.parent / 'mosquitto.conf'}")
    print(f"Addresses for the hall and each table, to be kept secret: {handed_out}")
    return 0


def _address(options: argparse.Namespace) -> tuple[Address, EmbeddedBroker | None]:
    from webui.hall.broker import MOST_TABLES, EmbeddedBroker
    from webui.hall.wire.address import read_address

    if options.hall:
        return read_address(options.hall), None
    broker = EmbeddedBroker(options.host, options.broker_port)
    broker.start()
    print(
        f"No --hall was given: a broker of our own listens on port {options.broker_port}, for up "
        f"to {MOST_TABLES} tables; beyond that use Mosquitto (docs/hall.md).",
        file=sys.stderr,
    )
    return broker.address, broker


def _robots(options: argparse.Namespace, address: Address) -> list[RobotTable]:
    """The simulated tables that the options ask for, playing."""
    from webui.commands.hall_robots import RobotTable

    # As strangers to a broker of our own, as real tables are.
    outside = replace(address, user="", password="", older=False) if address.older else address
    folder = options.data / "simulated"
    robots = [
        RobotTable(number, folder / f"table-{number + 1}", outside, options.pace)
        for number in range(options.first - 1, options.first - 1 + options.simulate)
    ]
    for robot in robots:
        robot.start()
    return robots


def _close_all(robots: list[RobotTable]) -> None:
    """Each says good-bye to the broker: not one after the other."""
    with ThreadPoolExecutor(16) as hands:
        list(hands.map(lambda robot: robot.close(), robots))


def _play(options: argparse.Namespace) -> int:
    """Only the simulated tables, for a hall that runs elsewhere."""
    from webui.hall.wire.address import read_address

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    robots = _robots(options, read_address(options.hall))
    try:
        print(f"{len(robots)} simulated tables play (Ctrl-C stops them)", flush=True)
        while True:
            time.sleep(1)
    except KeyboardInterrupt:
        pass
    finally:
        _close_all(robots)
    return 0


def _how_to_join(options: argparse.Namespace, address: Address) -> str:
    """What is typed at a table."""
    from webui.server.addresses import names_on

    name = '--table-name "Table 1"'
    if options.hall_ca is not None or address.user and options.hall:
        ca = "" if options.hall_ca is None else "--hall-ca ca.crt "
        return f"A table joins with: run.py --hall ADDRESS {ca}{name}   (see addresses.txt)"
    ours = names_on(options.host)[0].strip("[]")
    here = address if options.hall else replace(address, host=ours)
    return f"A table joins with: run.py --hall {here} {name}"


def _serve(options: argparse.Namespace) -> int:
    from webui.hall.archive import Archive
    from webui.hall.database import open_database
    from webui.hall.hall import Hall
    from webui.hall.page.app import create_hall_app
    from webui.server.addresses import names_on
    from webui.server.sockets.listening import server_on

    address, broker = _address(options)
    hall = Hall(address, Archive(open_database(options.archive, options.data)), ca=options.hall_ca)
    app = create_hall_app(hall, options.data, pin=options.pin, hosts=(options.host,))
    server = server_on(app, options.host, options.port, threads=96)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    robots: list[RobotTable] = []
    try:
        hall.start()
        robots += _robots(options, address)
        print(f"The hall is on http://{names_on(options.host)[0]}:{options.port}", flush=True)
        print(_how_to_join(options, address), flush=True)
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        _close_all(robots)
        hall.bell.close()
        server.close()
        hall.close()
        if broker is not None:
            broker.close()
        print("The hall has closed; everything is kept.")
    return 0
