"""What is kept, how it is read back, and how it is taken away."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.webui import toy
from tests.webui.conftest import Clock, Visitor
from webui.game.seen.live import HandTable
from webui.game.told.export import export_command
from webui.pages import rulings
from webui.server.access import Access
from webui.server.app import create_app, desk_of

TOP = Path(__file__).parents[2]


def _shoot(here: Visitor, *faces: int, reaction: str = "stand") -> None:
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=list(faces))
    here.at_head("/act/answer", answer=reaction)


def test_a_ruling_has_a_page_with_its_working(here: Visitor) -> None:
    _shoot(here, 5, 2)
    ruling = here.get("/rulings.json").json["rulings"][0]
    page = here.get(f"/rulings/{ruling['id']}").get_data(as_text=True)
    for part in ("scores 1 on", "TOY-HIT-01", "2 dice", "8.0 ± 0.1\u00a0in"):
        assert part in page
    data = here.get(f"/rulings/{ruling['id']}.json").json
    assert {base["payload"] for base in data["bases"]} == {"R01", "R02", "B01"}


def test_a_ruling_that_is_not_there_is_not_found(here: Visitor) -> None:
    assert here.get("/rulings/99-0").status_code == 404
    assert here.get("/rulings/1-0.json").status_code == 404


def test_rulings_are_found_by_unit_and_by_dispute(here: Visitor) -> None:
    _shoot(here, 5, 2)
    ruling = here.get("/rulings.json?unit=B1").json["rulings"][0]
    assert here.get("/rulings.json?unit=R2").json["rulings"] == []
    assert here.get("/rulings.json?disputed=1").json["rulings"] == []
    here.at_head(
        "/act/overrule", event=ruling["event"], index=0, says="no hit", reason="cocked die"
    )
    disputed = here.get("/rulings.json?disputed=1").json["rulings"]
    assert disputed[0]["noted"][0]["reason"] == "cocked die"


def test_undone_steps_stay_in_the_log_and_in_the_transcript(here: Visitor) -> None:
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=[6, 6])
    here.at_head("/act/undo", why="typed wrongly")
    here.at_head("/act/answer", answer=[6, 1])
    steps = here.get("/log.json").json["steps"]
    undone = [step["says"] for step in steps if step["undone"]]
    assert len(undone) == 1 and "6, 6" in undone[0]
    assert any("typed wrongly" in step["says"] for step in steps)
    text = here.get("/transcript.txt").get_data(as_text=True)
    assert re.search(r"^- .*6, 6", text, re.M) and re.search(r"^  .*6, 1", text, re.M)


def test_the_report_opens_without_drumhead(here: Visitor) -> None:
    _shoot(here, 5, 2)
    page = here.get("/report.html").get_data(as_text=True)
    assert "scores 1 on" in page and "<svg" in page
    assert "http" not in page.replace("http-equiv", "") and "<script src" not in page


def test_the_zip_holds_everything(here: Visitor) -> None:
    _shoot(here, 5, 2)
    answer = here.get("/export.zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        names = archive.namelist()
        assert {"report.html", "transcript.txt", "events.jsonl"} <= set(names)
        assert "snapshots/00002.json" in names
        lines = archive.read("events.jsonl").decode("utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == [
        "begin",
        "declare",
        "answer",
        "answer",
        "done",
    ]


def test_export_writes_a_kept_game_without_the_server(
    tmp_path: Path, here: Visitor, app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    _shoot(here, 5, 2)
    name = desk_of(app).game_name
    desk_of(app).close()
    folder, out = str(tmp_path / "folder"), tmp_path / "out.txt"
    code = export_command([name, "--data", folder, "--form", "text", "--out", str(out)])
    assert code == 0 and "scores 1 on" in out.read_text(encoding="utf-8")
    assert export_command(["nothing", "--data", folder]) == 2
    assert name in capsys.readouterr().err


def test_the_pin_is_kept_as_a_hash_that_takes_long_to_guess(tmp_path: Path) -> None:
    """PBKDF2 with SHA-256, 100,000 rounds and a salt of its own."""
    Access(tmp_path).set_pin("4711")
    salt, hashed = json.loads((tmp_path / "access.json").read_text("utf-8"))["pin"].split("$")
    assert hashed == hashlib.pbkdf2_hmac("sha256", b"4711", salt.encode(), 100_000).hex()


def test_diagnostics_hold_no_secret_and_no_picture(app: Flask, here: Visitor) -> None:
    access = desk_of(app).access
    access.set_pin("4711-pin")
    code = access.code("Red")
    with zipfile.ZipFile(io.BytesIO(here.get("/diagnostics.zip").data)) as archive:
        inside = b"".join(archive.read(name) for name in archive.namelist())
    assert code.encode() not in inside and access.secret.encode() not in inside
    assert b"4711-pin" not in inside and b"\xff\xd8\xff" not in inside
    assert b'"python"' in inside


def test_several_games_are_kept_and_opened_again(here: Visitor) -> None:
    first = here.get("/table.json").json["game"]["name"]
    _shoot(here, 6, 6)
    second = here.post("/setup/demo", rules="toy").json["name"]
    assert here.get("/table.json").json["verdicts"] == []
    assert here.post("/setup/open", name=first).status_code == 200
    assert len(here.get("/table.json").json["verdicts"]) == 1
    assert here.post("/setup/archive", name=second).status_code == 200
    listed = {game["name"]: game["archived"] for game in here.get("/setup.json").json["games"]}
    assert listed == {first: False, second: True}
    assert here.post("/setup/archive", name=first).status_code == 409


def test_a_game_is_backed_up_every_turn(tmp_path: Path, here: Visitor) -> None:
    assert list((tmp_path / "folder" / "backups").glob("*")) == []
    here.at_head("/act/declare", do="end", by="Red")
    assert len(list((tmp_path / "folder" / "backups").glob("*.drumhead"))) == 1


def test_short_turns_are_backed_up_once_a_minute(
    tmp_path: Path, here: Visitor, clock: Clock
) -> None:
    """The copy is of the whole game: with a turn every few seconds nobody could play."""
    here.at_head("/act/declare", do="end", by="Red")
    (backup,) = (tmp_path / "folder" / "backups").glob("*.drumhead")
    backup.unlink()
    here.at_head("/act/declare", do="end", by="Blue")
    assert not backup.exists()
    clock.at_s += 61
    here.at_head("/act/declare", do="end", by="Red")
    assert backup.exists()


def test_a_damaged_game_is_repaired_and_the_people_are_told(
    tmp_path: Path, live: HandTable, clock: Clock
) -> None:
    folder = tmp_path / "folder"
    app = create_app(folder, live, rules=(toy.TOY,), now=clock)
    Visitor(app).at_head("/act/declare", do="end", by="Red")
    name = desk_of(app).game_name
    desk_of(app).close()
    path = folder / "games" / f"{name}.drumhead"
    path.write_bytes(b"\x00" * 5000)
    again = create_app(folder, live, rules=(toy.TOY,), now=clock)
    table = Visitor(again).get("/table.json").json
    assert table["game"]["turn"] == 2
    assert any("damaged" in said for said in table["troubles"])
    desk_of(again).close()


# A server in a process of its own, to be killed.

SERVER = """
import pathlib, sys
sys.path.insert(0, {top!r})
from tests.webui import toy
from webui.server.app import create_app
from webui.server.sockets.listening import server_on
from webui.game.seen.live import HandTable
app = create_app(pathlib.Path(sys.argv[1]), HandTable(toy.table()), rules=(toy.TOY,))
server = server_on(app, "127.0.0.1", 0, threads=4)
print(server.effective_port, flush=True)
server.run()
"""


@contextmanager
def _process(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER.format(top=str(TOP)), str(folder)],
        stdout=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        port = int(child.stdout.readline())
        try:
            yield child, f"http://127.0.0.1:{port}"
        finally:
            child.kill()


def _ask(address: str, path: str, fields: dict[str, Any] | None = None) -> Any:
    data = None if fields is None else json.dumps(fields).encode()
    request = urllib.request.Request(
        address + path, data, {"Content-Type": "application/json"} if data else {}
    )
    with urllib.request.urlopen(request, timeout=90) as answer:
        return json.load(answer)


def test_a_kill_between_two_dice_loses_nothing(tmp_path: Path) -> None:
    """SIGKILL (TerminateProcess on Windows) right after the first die was acknowledged."""
    with _process(tmp_path) as (child, address):
        head = _ask(address, "/table.json")["game"]["head"]
        declared = {"head": head, "do": "shoot", "by": "R1", "at": "B1"}
        head = _ask(address, "/act/declare", declared)["head"]
        _ask(address, "/act/draft", {"head": head, "faces": [5]})
        before = _ask(address, "/table.json")
        child.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        child.wait(90)
    with _process(tmp_path) as (child, address):
        after = _ask(address, "/table.json")
        assert after["prompt"] == before["prompt"] and after["prompt"]["draft"] == [5]
        assert after["open"] == before["open"]
        _ask(address, "/act/answer", {"head": head, "answer": [5, 4]})
        assert _ask(address, "/table.json")["prompt"]["what"] == "Bell's foot reacts"


def test_two_processes_on_one_folder_are_refused_in_words(tmp_path: Path) -> None:
    with _process(tmp_path):
        second = subprocess.run(
            [sys.executable, "-c", SERVER.format(top=str(TOP)), str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
    assert second.returncode != 0 and "another Drumhead is using" in second.stderr


def test_a_request_that_began_before_a_switch_of_games_still_reads(
    app: Flask, here: Visitor
) -> None:
    old = desk_of(app).the_game()
    head = old.journal.head
    here.post("/setup/demo", rules="toy")
    assert desk_of(app).the_game() is not old
    assert old.journal.head == head and old.present().head == head


def test_a_ruling_is_about_everybody_whom_it_changed() -> None:
    """A book that keeps a ledger tells whom it changed by its consequences alone."""
    ruling = {"action": {"by": "A", "at": "B"}, "consequences": [{"who": "C"}]}
    assert [rulings._is_about(ruling, unit) for unit in "ABCD"] == [True, True, True, False]
