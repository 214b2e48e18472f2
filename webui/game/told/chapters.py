"""Chapters of the books by the short names that stand in the ids of their rules, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.kernel.protocol import RuleSet, Switch

GENERAL = "General"

COMMON = {
    "ACT": "Actions", "ARMY": "Armies", "ART": "Artillery", "CHG": "Charges", "DICE": "Dice",
    "MEL": "Melee", "MOR": "Morale", "MOVE": "Moving", "PTS": "Points", "SCOPE": GENERAL,
    "SEQ": "The turn", "SET": "Setting up", "SHOOT": "Shooting", "SHO": "Shooting",
    "TURN": "The turn", "MOV": "Moving", "TER": "Terrain", "WIN": "Winning",
}  # fmt: skip
"""Short names that mean the same in every book."""

OF_BOOK = {
    "NMM": {
        "SET": GENERAL, "LEAD": "Leaders", "PREP": "Before the battle", "CARD": "Cards",
        "EVT": "Events", "ORD": "Orders", "INIT": "Initiative", "AMMO": "Ammunition",
        "DOC": "Doctrine", "DIS": "Disarray", "DAU": "Daunted and broken", "ARM": "Army Morale",
        "MUS": "Mustering an army", "SUM": "Summary",
    },
    "MAP": {
        "BOARD": "The board", "TERR": "Terrain", "LVL": "Levels", "ELAN": "Elan",
        "DRG": "Dragoons", "FOOT": "Foot", "HORSE": "Horse", "GRID": "Squares",
        "INT": "Interactions", "BRK": "Breaking off", "SHT": "Shooting", "PASS": "Passing",
        "REM": "Removing blocks", "CMB": "Combat", "SHR": "Sharing a square",
        "ENG": "Engagement", "LAY": "Laying terrain", "DEP": "Deployment", "BAT": "The battle",
    },
    "PAS": {
        "CLASS": "Classes of troops", "FORM": "Formations", "SUB": "Detachments", "ARM": "Armour",
        "INF": "Foot", "CAV": "Horse", "CAS": "Casualties", "REA": "Reactions",
        "PUR": "Pursuit", "GEN": "Generals", "APP": "Bayonets, bows and the rest",
    },
    "WOR": {
        "INI": "Initiative", "ORD": "Orders", "BLU": "Blunders", "ATT": "Attacks",
        "UNIT": "Units", "DRV": "Drive backs", "CAN": "Cannon", "RSS": "Retinue bows",
        "CMB": "Combat", "CON": "Confusion", "COM": "Commanders", "ARM": "Armies",
    },
    "SKM": {
        "CLASS": "Grades of men", "LOYAL": "Loyalty", "WPN": "Weapons", "CMD": "Command",
        "GRP": "Groups", "VIS": "Seeing", "DMG": "Wounds", "RF": "Risk", "CODE": "What they do",
        "ACTDUTCH": "Actions", "ACTX": "Actions", "SETUP": "Setting up",
    },
}  # fmt: skip


def chapter_of(rules: RuleSet, switch: Switch) -> str:
    """The chapter a house rule belongs to: that of the first rule it touches."""
    if not switch.ids:
        return GENERAL
    short = switch.ids[0].removeprefix(f"{rules.prefix}-").split("-")[0]
    own = OF_BOOK.get(rules.prefix, {})
    return own.get(short) or COMMON.get(short) or short.capitalize()


def value_in_words(value: str) -> str:
    """A value of a house rule as people read it: "final only" for ``final_only``."""
    spaced = re.sub(r"(?<=[a-z]{3})(?=\d)", " ", value.replace("_", " "))
    return {"true": "yes", "false": "no"}.get(value, spaced)


def house_in_words(rules: RuleSet, told: str) -> str:
    """What a ruling says it was played by (``name=value``), in words."""
    name, _, value = told.partition("=")
    switch = next((each for each in rules.switches if each.name == name), None)
    return told if switch is None else f"{switch.says}: {value_in_words(value)}"


def house_says(rules: RuleSet, house: Mapping[str, str]) -> dict[str, str]:
    """The house rules in force, by how a ruling cites them, in words."""
    told = [f"{name}={value}" for name, value in house.items()]
    return {each: house_in_words(rules, each) for each in told}
