"""Rulings: each with its picture, drawing, working, dice and who; found, linked, printed (6)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.page.conftest import CameraTable, Open
from tests.webui.page.steps import shot
from webui.game.position import Who

pytestmark = pytest.mark.browser


@pytest.mark.sizes("phone", "screen")
def test_a_ruling_has_its_picture_drawing_working_dice_and_who(hall: Open) -> None:
    found = hall(live=CameraTable(toy.table()))
    event = shot(found.desk.the_game(), 6, 2)
    screen = found.screen()
    page = screen.open("/rulings")
    page.get_by_role("link", name="Picture and drawing").click()
    expect(page).to_have_url(re.compile(f"/rulings/{event}-0$"))
    # Red and Blue of the battle, as on the table: #c1272d and #0072b2, also in the close-ups.
    for payload, colour in (("R01", "rgb(193, 39, 45)"), ("B01", "rgb(0, 114, 178)")):
        for body in page.locator(f"svg [data-payload={payload}] .body").all():
            expect(body).to_have_css("fill", colour)
    photo = page.locator(".layer-photo image").first  # the close-ups of both ends follow
    expect(photo).to_have_attribute("href", re.compile("picture"))
    expect(page.locator(".evidence.line")).not_to_have_count(0)
    main = page.locator("#main")
    for words in ("2 dice", "TOY-HIT-01", "1 hits", "Declared by Ann", "to hit Bell's foot"):
        expect(main).to_contain_text(words)
    expect(page.locator(".die").first).to_have_text("6")
    page.emulate_media(media="print")
    expect(page.locator(".top")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(main).to_be_visible()


def test_rulings_are_found_by_unit_and_disputes_stand_on_one_sheet(hall: Open) -> None:
    found = hall()
    game = found.desk.the_game()
    disputed = shot(game, 6, 2)
    game.declare(Action("end", "Red"), Who("table"), after=game.journal.head)
    game.overrule(disputed, 0, "no hit", "cover", Who("umpire"), after=game.journal.head)
    screen = found.screen()
    page = screen.open("/rulings")
    expect(page.locator(".ruling")).to_have_count(2)
    page.get_by_label("Unit").select_option("B1")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".ruling h2")).to_have_text("Rigg's foot scores 1 on Bell's foot.")
    page.get_by_label("Unit").select_option("")
    page.get_by_label("only disputed").check()
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".ruling")).to_have_count(1)
    expect(page.locator(".overruling")).to_contain_text("no hit")
