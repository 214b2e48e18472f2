"""House rules: every place where the book leaves a choice, with the reading we play by default.

The first value of each is the default, and each value of a ``choice`` is a member of it:
``House.rounding_mode.each_step``. A ruling that rests on another value says so.
"""

from __future__ import annotations

from typing import TypeVar

from rules.kernel.switches import Amount, Choice, Flag, HouseRules, Number, Typed, written

T = TypeVar("T", bound=Typed)


def _read(kind: type[T], values: str, ids: str, says: str) -> T:
    return kind("", tuple(values.split()), says, tuple(f"NMM-{one}" for one in ids.split()))


def choice(values: str, ids: str, says: str) -> Choice:
    """One of several named readings."""
    return _read(Choice, values, ids, says)


def flag(values: str, ids: str, says: str) -> Flag:
    """Yes or no."""
    return _read(Flag, values, ids, says)


def number(values: str, ids: str, says: str) -> Number:
    """A whole number."""
    return _read(Number, values, ids, says)


def amount(values: str, ids: str, says: str) -> Amount:
    """A number, whole or not."""
    return _read(Amount, values, ids, says)


class House:
    """Every house rule of the book, in the order in which the page lists them."""

    # fmt: off
    rounding_mode = choice("final_only each_step", "SET-08 MEL-27",
        "halves of dice are rounded once, at the total, or at every step")
    measure_tolerance = amount("0.25 0 0.1 0.5", "SET-11",
        "inches either side of a limit inside which the players decide")
    plotton_type = choice("skirmisher formed", "ARMY-05",
        "a Plotton acts as Skirmishers, or as a small formed body")
    breakdown_leftovers = choice("exact drop detachment", "ARMY-10",
        "what becomes of figures a split into Divisions leaves over")
    horse_formation_change = choice("special move fixed", "ARMY-15 ACT-23",
        "Harquebusiers change line and column by a special action, one Move, or never")
    horse_detachment_class = choice("mixed skirmisher cavalry",
        "ARMY-17 MEL-39 MEL-51 SHOOT-51 MOR-16",
        "a horse Detachment fights as horse and acts as Skirmishers, or is wholly one of them")
    quarter_basis = choice("troops_only grand_total", "ARMY-24",
        "the quarter for light troops is of troop points, or of the whole total")
    brigade_gap = choice("warn enforce", "ARMY-30",
        "the 3 in between friends is advice, or a limit")
    defence_cost_scope = choice("by_size listed_only", "PTS-12 PTS-13",
        "defences are priced by size, or only for what is listed")
    leader_move_mode = choice("contextual flat10 flat12", "LEAD-04 ORD-06 ORD-07 ORD-08 ORD-09",
        "how far a Leader rides")
    replacement_retry = choice("every_turn once", "LEAD-11 TURN-17",
        "a stand-in Brigadier is rolled for every turn end, or once")
    replacement_place = choice("with_unit baseline", "LEAD-12",
        "the stand-in appears with a Unit, or on the baseline")
    lost_leader_card = choice("remove keep", "CARD-01",
        "a lost Leader's card leaves the deck, or stays idle")
    leader_contact = choice("displace ignore capture", "LEAD-09",
        "an enemy moves into a lone Leader: he rides clear, nothing, or is taken")
    scout_count = choice("squadrons_companies all_non_cuirassier", "PREP-03",
        "who scouts")
    scout_zero = choice("any two", "PREP-04",
        "how many out-scout a side that has none")
    outscout_order = choice("after_loose before_all", "PREP-04 PREP-07",
        "when the out-scouted side lays its two Brigades")
    light_gun_odd = choice("none round_up", "PREP-11",
        "an odd light gun adds no token, or one")
    mb_first_player = choice("deploy_winner new_dice", "TURN-01",
        "who opens the manoeuvre phase")
    mb_end_action = choice("resolve cancel", "TURN-08",
        "the action that ends the manoeuvre phase is carried out, or lost")
    inactive_def = choice("no_activity no_order", "TURN-12",
        "inactive is without any action, or without an Order")
    free_rally_leader = choice("not_needed needed", "TURN-12",
        "Raw units need a Leader for the free rally")
    half_strength_repeat = choice("every_turn on_crossing", "TURN-14",
        "test at half strength every turn end, or once")
    moved_last = choice("last_action last_card", "TURN-16",
        "who counts as having moved last")
    bonus_then_melee = choice("draw_first melee_first", "CARD-07",
        "the Bonus card is drawn before, or after, the melees")
    perk_scope = choice("own any", "CARD-10",
        "Perk is for own units, or any")
    card_over_no_reroll = flag("true false", "CARD-12 CARD-13 MEL-47 MEL-48 MOR-36",
        "Reroll and Jeopardy work where the rules bar rerolls")
    forfeit_group = choice("unit group", "CARD-11",
        "Forfeit on a group hits one Unit, or all")
    event_card_return = choice("discard reshuffle", "CARD-14",
        "played events are gone, or go back")
    extra_ammo_units = choice("division any", "EVT-03",
        "who may take the extra ammunition")
    clubmen_stats = choice("placeholder none", "EVT-05",
        "the Clubmen's numbers, which the book keeps elsewhere; none bars the event")
    showers_doctrine = choice("all actions", "EVT-08",
        "rain stops all firing, or Shoot Actions only")
    explosion_radius = choice("own_move flat10 foot6", "EVT-09",
        "how near horse must be to shy at the explosion")
    fog_doctrine = choice("six normal", "EVT-10",
        "fog changes doctrine fire too")
    general_token_timing = choice("card_to_come immediate", "ORD-05",
        "the General's token waits for the Brigadier's card")
    general_rally = choice("two one all", "ORD-06",
        "how much the General rallies")
    group_range = choice("each any", "ORD-11",
        "every Unit of a group must be in command range, or one")
    any_leader_skirmish = choice("any own", "INIT-02 ORD-15",
        "any Brigadier may order Skirmishers and guns")
    same_turn_bonus = choice("next_turn same_turn", "INIT-06",
        "a melee begun before the Bonus card waits a turn")
    wheel_limit = choice("unlimited move_arc", "ACT-03",
        "a wheel has no length limit, or the Move along its arc")
    reorganise_kills = choice("missing sum lower", "ACT-24 MOR-19",
        "Kills of a Squadron made of two")
    gun_pivot_cost = choice("action free", "MOVE-11",
        "a pivot is an Action, or part of the shot")
    charge_eligibility = choice("horse_only both squadrons", "MOVE-13",
        "who may charge")
    charge_min = choice("flat7 half_own", "MOVE-15 DOC-20",
        "the run-up a charge needs")
    charge_reach = choice("always needs_gallop", "MOVE-13 DOC-18 DOC-19",
        "the extra distance needs no gallop, or does")
    fallback_disarray = flag("true false", "MOVE-20 MOR-23 MEL-85",
        "a forced Fall Back costs a Disarray")
    obstacle_details = choice("default custom", "MOVE-24",
        "who crosses obstacles how; custom asks the players")
    mounted_loose_bad_going = choice("disarray none", "MOVE-06 MOVE-30",
        "loose horse take Disarray in bad going")
    mixed_going = choice("cap prorata", "MOVE-03",
        "any bad going caps the whole Move, or each part at its rate")
    steep_hill_rate = choice("good bad", "MOVE-30",
        "a steep hill does not slow, or is bad going")
    move_measure = choice("max_corner centre", "MOVE-02",
        "which point of a formed Unit measures its Move")
    skirmish_passthrough_self = choice("none one", "MOVE-35",
        "loose foot take a token passing another arm")
    skirmish_passthrough_mounted = flag("false true", "MOVE-35",
        "mounted Skirmishers pass as freely as those on foot")
    partial_sight = choice("count_seeing all_or_none", "SHOOT-01",
        "figures that see shoot, or none unless all see")
    revealed_duration = choice("this_turn until_move", "SHOOT-07 SHOOT-15",
        "how long a shot gives a hidden Unit away")
    overhead_needs_order = flag("false true", "SHOOT-11",
        "firing over friends needs an Order")
    building_spot = choice("must_have_shot artillery_six six_inch", "SHOOT-05 SHOOT-15",
        "who may hit a silent garrison")
    arc_part = choice("figures_in_arc any majority", "SHOOT-18",
        "how much of a target must be in the arc")
    skirmisher_arc = choice("facing all_round", "SHOOT-18",
        "Skirmishers shoot to their front, or all round")
    nearest_scope = choice("eligible absolute", "SHOOT-19",
        "the nearest that may be shot, or the nearest of all")
    leader_retarget = choice("attached ordering", "SHOOT-20 ACT-07",
        "an attached Leader chooses targets, or the ordering one too")
    artillery_return_fire = choice("nearest_hittable any", "SHOOT-22",
        "at whom a gun returns fire")
    volley_rank_model = choice("physical half front_each", "SHOOT-33",
        "what one rank is after losses")
    halve_guns_guns = flag("true false", "SHOOT-40",
        "guns are halved against guns")
    horse_shoot_ranks = choice("all front", "SHOOT-32",
        "how many of a Squadron shoot")
    veteran_reroll_scope = choice("formed all", "SHOOT-45 SHOOT-46",
        "who rerolls 1s when shooting")
    first_shot_scope = choice("action turn", "SHOOT-46",
        "the first shot is one volley, or the first turn's volleys")
    repair_timing = choice("free action end", "SHOOT-50",
        "when a gun is repaired")
    crew_cover = flag("true false", "SHOOT-52",
        "gun crews gain from cover")
    battalia_rump = choice("battalia pike", "SHOOT-51",
        "pikes left alone are still a Battalia")
    leader_risk_window = choice("per_shoot per_turn", "SHOOT-61",
        "Kills that endanger a Leader are counted a Shoot, or a turn")
    scattered_same_turn = choice("refuse allow", "AMMO-04",
        "Scattered Fire may follow the last volley in one turn")
    doctrine6_ammo = number("2 1", "AMMO-11 DOC-05",
        "volleys used by two ranks of doctrine fire")
    empty_doctrine = choice("scattered none", "AMMO-04 DOC-03",
        "doctrine fire without ammunition")
    empty_pistols = choice("trot penalty", "AMMO-07 DOC-16",
        "horse without shots that should engage by fire")
    attack_sight = choice("either both", "MEL-02",
        "Unit or Leader must see what is attacked, or both")
    flank_zone = choice("start_of_move edge_touched start_of_order", "MEL-07 MEL-11",
        "what makes an attack one on the flank")
    gun_stand_shoot = choice("in_arc always", "MEL-15",
        "attacked guns fire only into their arc")
    caught_skirmishers = choice("fight rear destroyed", "MEL-18",
        "Skirmishers that cannot get away")
    evade_contact = choice("clear caught", "MEL-19",
        "evaders always get clear, or may be caught")
    doctrine_quality_reroll = flag("true false", "DOC-03",
        "doctrine fire rerolls 1s as shooting does")
    doctrine_one_rank_cap = flag("true false", "DOC-05 SHOOT-35",
        "Disarray caps doctrine fire at one rank a turn")
    exchange_saves = choice("shooting melee", "DOC-17",
        "saves when both sides of horse engage by fire")
    engage_fire_attacker_reroll = flag("true false", "DOC-16 MEL-45",
        "attackers that engaged by fire reroll 1s")
    musket_hedgehog = choice("turn_only hedgehog", "DOC-27",
        "a Musketeer Division turns, or forms hedgehog")
    hedgehog_disarray = choice("front_rank all", "DOC-27 MEL-26",
        "what a Disarrayed hedgehog counts")
    raw_pike_hedgehog = choice("flank_rear always never", "DOC-28",
        "when Raw pikes pay for the hedgehog")
    skirmish_reaction = choice("any horse_only", "DOC-29",
        "against whom the reaction die is thrown")
    foot_attacks_horse = choice("own_tables none", "DOC-02 DOC-11",
        "Doctrine Dice when foot attack horse")
    loose_horse_doctrine = choice("detachments none", "DOC-11",
        "whether loose horse roll doctrine")
    flank_defender_doctrine = flag("no yes", "DOC-01 MEL-08",
        "a Unit hit in flank or rear rolls doctrine")
    half_rank_mix = choice("proportional wing", "MEL-36",
        "who half a rank of a Battalia is")
    defended_obstacle_def = choice("any_linear works_walls", "MEL-37 MEL-50 MEL-52",
        "which features make a defended obstacle")
    battalia_obstacle = choice("front_rank split", "MEL-37",
        "what a Battalia counts over an obstacle")
    building_defender = choice("all half", "MEL-38",
        "what a garrison counts")
    count_stack = choice("smallest multiply", "MEL-34 MEL-36 MEL-37",
        "several reductions at once")
    dragoon_v_dragoon = amount("0.5 1", "MEL-40",
        "dice a figure of mounted Dragoons against each other")
    leader_hits_rounds = choice("every first", "MEL-44",
        "rounds in which a Leader adds Hits")
    uphill_charge = choice("trot plain", "MEL-46",
        "a gallop uphill is a trot, or only loses its bonus")
    kills_cap = choice("cap all", "MEL-56",
        "Kills beyond the figures left count, or not")
    disengage_scope = choice("any not_won", "MEL-62",
        "when horse must leave steady pikes")
    followup_reach = choice("limited always", "MEL-63",
        "following up is limited by the Move")
    pursuit_distance = choice("flat28 own", "MEL-65",
        "length of the long pursuit")
    pursuit_off_10 = flag("true false", "MEL-67",
        "a short pursuit off the table costs a token")
    leader_pursues = choice("with_unit may_detach", "MEL-65 MEL-67 MEL-19 MEL-21",
        "a Leader goes with a Unit that runs or chases")
    attacker_reroll_later = flag("false true", "MEL-45 MEL-48 MEL-75",
        "attackers still count as such in later rounds")
    round2_token_timing = choice("after_test before_test", "MEL-76 MOR-33",
        "when the round-two Disarray falls")
    feed_rank_line = choice("literal four", "MEL-77",
        "how many of a line feed in")
    feed_share = choice("engaged owner", "MEL-78",
        "who takes the odd Hit")
    strongest_tie = choice("engaged owner", "MEL-79 MEL-89",
        "who tests when two are equally strong")
    pike_round2 = number("3 4 2", "MEL-29 MEL-80",
        "ranks of attacking pikes after round one")
    disarrayed_cavalry = choice("half_rank_later half_number", "MEL-35 MEL-73 MEL-81 MEL-82",
        "what Disarrayed horse counts in later rounds")
    three_round_mixed = choice("attackers dice", "MEL-84",
        "who falls back after three rounds of foot attacking horse")
    round3_tokens = choice("one two", "MEL-76 MEL-83",
        "Disarray after round three")
    joiner_values = choice("fresh current", "MEL-71 MEL-87",
        "what a Unit joining a melee needs to hit")
    mutual_destruction = choice("both attacker", "MEL-59",
        "both sides wiped out")
    rout_points_basis = choice("paid base", "MOR-02",
        "points that make a rout frightening")
    rout_measure_when = choice("path start end", "MOR-02",
        "where a rout is seen")
    rout_sum_window = choice("card turn", "MOR-03 MOR-07",
        "over what time seen routs add up")
    last_men_repeat = choice("on_trigger each_turn", "MOR-09",
        "how often the last Unit tests")
    garrison_morale = choice("one_die own_type", "MOR-16",
        "morale dice of a small garrison")
    auto_check = choice("either final first", "MOR-17 MOR-18",
        "when doubles decide")
    morale_example = choice("formula example", "MOR-21",
        "which Battalia scores are Daunted")
    unequal_cancel = choice("majority both", "MOR-36",
        "unequal positives and negatives")
    morale_always = choice("cancel always", "MOR-36 SUM-06 SUM-07",
        "quality rerolls are cancelled, or never")
    disarray_second = choice("same worse", "DIS-05",
        "a second Disarray is no worse, or costs one melee die more")
    daunted_initiative = choice("none allowed", "DAU-02 SHOOT-35",
        "Daunted Skirmishers and guns may act")
    gun_loss_stack = choice("stack capture_only", "ARM-06 ARM-07",
        "tokens for a gun's crew and its capture")
    token_cap = choice("start none", "ARM-09",
        "tokens never exceed the start")
    demand_required = flag("false true", "ARM-14",
        "losses count only on demand")
    retreat_off_table = choice("leaves stops", "ARM-05",
        "a Fall Back over the edge")
    general_options = choice("one token_and_move all", "ORD-05 ORD-06 ORD-07 ORD-08",
        "how much one card of the General allows")
    free_action_order = choice("simultaneous alternate side_by_side", "TURN-12",
        "order of the free actions")
    general_attack_order = choice("counts extra", "ORD-07",
        "the General's attack is the Squadron's Order")
    mb_penalty_scope = choice("tokens all facing_only", "TURN-05 MOVE-24 MOVE-33",
        "penalties waived in the manoeuvre phase")
    loose_deploy = choice("all_at_once one_by_one", "PREP-06",
        "how light troops are deployed")
    ambush_quality = choice("seasoned choice", "EVT-06",
        "quality of the ambushers")
    order_range_when = choice("ordering each_action", "ORD-01 ORD-16",
        "when command range is measured")
    square_disarray = choice("half front_rank", "MEL-34 MEL-81 DIS-02 DAU-01",
        "what a Disarrayed Square counts")
    mounted_loose_disarray_fire = choice("full half", "SHOOT-36 DIS-03 DIS-04",
        "shooting of Disarrayed loose horse")
    gun_no_formed_target = choice("no_shot any_target", "SHOOT-20 SHOOT-23",
        "a gun without a formed target")
    gun_stand_shoot_saves = choice("none melee", "MEL-15 MEL-51",
        "saves against a gun that stands and shoots")
    loose_flank = choice("all half", "MEL-32 MEL-36",
        "loose Units hit in flank or rear")
    attack_action_count = choice("as_printed wheel_counts moves_only",
        "MEL-07 MEL-18 DOC-25 DOC-26",
        "whether a wheel counts as a Move of an attack")
    feed_in_round = choice("now bonus_card", "ACT-12 MEL-71 MEL-77",
        "when a Squadron that feeds in fights")
    pursuit_melee_when = choice("first_bonus turn_start", "MEL-69",
        "when pursuers fight whom they met")
    wiped_out_loses = choice("at_equal_kills always", "MEL-56 MEL-59",
        "a side wiped out in a round has lost it at equal Kills, or whatever the Kills")
    disengage_who = choice("both attackers", "MEL-62",
        "horse leaves a Battalia or standing pikes whoever attacked, or only if it attacked")
    fighting_leader_rides = flag("yes no", "ORD-09 ORD-14 LEAD-18",
        "a Leader whose Unit fights on may still move himself, or may not")
    backed_into = choice("even rear", "MOR-25",
        "a Fall Back into an enemy is a fight on even terms, or the enemy has it in the rear")
    fieldworks_hide = flag("no yes", "SHOOT-06",
        "who stands behind works is seen as in the open, or hidden beyond 12 in as behind a wall")
    perk_volley = choice("fires no", "CARD-10 SHOOT-33",
        "foot that has fired every rank fires one more with Perk, or does not")
    evade_meets_enemy = choice("stops goes_by", "MEL-19 MEL-62",
        "an enemy in the way of an Evade or of horse that disengages stops it short, or is gone by")
    mounted_dragoons_arm = choice("cavalry own", "MOVE-32 MOVE-33 MOR-24",
        "dragoons on horseback pass through horse as Cavalry, or as an arm of their own")
    rout_through_friends = choice("as_moves none", "MOVE-33 MOR-26",
        "friends of another arm that broken troops run through are Disarrayed, or not")
    scale = _read(Typed, "1 0.5 cm 1.5 2", "SET-02 SET-03",
        "every Move and range is scaled by this; cm reads inches as centimetres")
    strength = choice("figures points", "SET-04",
        "strength is what stands on the bases, or points by kind whatever stands there")
    premeasure = flag("on off", "SET-11",
        "ranges may be seen before they are declared")
    divisions_agreed = flag("no yes", "ARMY-11",
        "independent Divisions are allowed")
    class_roll = flag("no yes", "LEAD-05 LEAD-06",
        "Command Classes are rolled for")
    deploy_depth_in = amount("9 0 6 12 18", "PREP-08",
        "depth of the deployment zone, 0 is none")
    side_strip_in = amount("0 9", "PREP-09",
        "side strip kept for Skirmishers and horse")
    mustering = flag("off on", "MUS-01 MUS-05",
        "armies are mustered by cards")
    # fmt: on


SWITCHES = written(vars(House))
HOUSE = HouseRules(SWITCHES)


def scale_of(value: str) -> float:
    """The factor that the ``scale`` house rule puts on every length of the book."""
    return 1 / 2.54 if value == "cm" else float(value)
