"""House rules: every place where the book leaves a choice, with the reading we play by default.

The first value of each is the default, and each value of a ``choice`` is a member of it:
``House.rounding_mode.each_step``. A ruling that rests on another value says so.
"""

from __future__ import annotations

from rules.field.centimetres import CM_PER_IN
from rules.kernel.switches import Amount, Choice, Flag, HouseRules, Number, Typed, nameless, written

choice = nameless(Choice, "NMM-")
flag = nameless(Flag, "NMM-")
number = nameless(Number, "NMM-")
amount = nameless(Amount, "NMM-")
plain = nameless(Typed, "NMM-")


class House:
    """Every house rule of the book, in the order in which the page lists them."""

    # fmt: off
    rounding_mode = choice("final_only / each_step",
        "halves of dice are rounded once, at the total, or at every step", "SET-08 MEL-27")
    measure_tolerance = amount("0.25 / 0 / 0.1 / 0.5",
        "inches either side of a limit inside which the players decide", "SET-11")
    plotton_type = choice("skirmisher / formed",
        "a Plotton acts as Skirmishers, or as a small formed body", "ARMY-05")
    breakdown_leftovers = choice("exact / drop / detachment",
        "what becomes of figures a split into Divisions leaves over", "ARMY-10")
    horse_formation_change = choice("special / move / fixed",
        "Harquebusiers change line and column by a special action, one Move, or never",
        "ARMY-15 ACT-23")
    horse_detachment_class = choice("mixed / skirmisher / cavalry",
        "a horse Detachment fights as horse and acts as Skirmishers, or is wholly one of them",
        "ARMY-17 MEL-39 MEL-51 SHOOT-51 MOR-16")
    quarter_basis = choice("troops_only / grand_total",
        "the quarter for light troops is of troop points, or of the whole total", "ARMY-24")
    brigade_gap = choice("warn / enforce",
        "the 3 in between friends is advice, or a limit", "ARMY-30")
    defence_cost_scope = choice("by_size / listed_only",
        "defences are priced by size, or only for what is listed", "PTS-12 PTS-13")
    leader_move_mode = choice("contextual / flat10 / flat12",
        "how far a Leader rides", "LEAD-04 ORD-06 ORD-07 ORD-08 ORD-09")
    replacement_retry = choice("every_turn / once",
        "a stand-in Brigadier is rolled for every turn end, or once", "LEAD-11 TURN-17")
    replacement_place = choice("with_unit / baseline",
        "the stand-in appears with a Unit, or on the baseline", "LEAD-12")
    lost_leader_card = choice("remove / keep",
        "a lost Leader's card leaves the deck, or stays idle", "CARD-01")
    leader_contact = choice("displace / ignore / capture",
        "an enemy moves into a lone Leader: he rides clear, nothing, or is taken", "LEAD-09")
    scout_count = choice("squadrons_companies / all_non_cuirassier", "who scouts", "PREP-03")
    scout_zero = choice("any / two", "how many out-scout a side that has none", "PREP-04")
    outscout_order = choice("after_loose / before_all",
        "when the out-scouted side lays its two Brigades", "PREP-04 PREP-07")
    light_gun_odd = choice("none / round_up", "an odd light gun adds no token, or one", "PREP-11")
    mb_first_player = choice("deploy_winner / new_dice", "who opens the manoeuvre phase", "TURN-01")
    mb_end_action = choice("resolve / cancel",
        "the action that ends the manoeuvre phase is carried out, or lost", "TURN-08")
    inactive_def = choice("no_activity / no_order",
        "inactive is without any action, or without an Order", "TURN-12")
    free_rally_leader = choice("not_needed / needed",
        "Raw units need a Leader for the free rally", "TURN-12")
    half_strength_repeat = choice("every_turn / on_crossing",
        "test at half strength every turn end, or once", "TURN-14")
    moved_last = choice("last_action / last_card", "who counts as having moved last", "TURN-16")
    bonus_then_melee = choice("draw_first / melee_first",
        "the Bonus card is drawn before, or after, the melees", "CARD-07")
    perk_scope = choice("own / any", "Perk is for own units, or any", "CARD-10")
    card_over_no_reroll = flag("true / false",
        "Reroll and Jeopardy work where the rules bar rerolls",
        "CARD-12 CARD-13 MEL-47 MEL-48 MOR-36")
    forfeit_group = choice("unit / group", "Forfeit on a group hits one Unit, or all", "CARD-11")
    event_card_return = choice("discard / reshuffle",
        "played events are gone, or go back", "CARD-14")
    extra_ammo_units = choice("division / any", "who may take the extra ammunition", "EVT-03")
    clubmen_stats = choice("placeholder / none",
        "the Clubmen's numbers, which the book keeps elsewhere; none bars the event", "EVT-05")
    showers_doctrine = choice("all / actions",
        "rain stops all firing, or Shoot Actions only", "EVT-08")
    explosion_radius = choice("own_move / flat10 / foot6",
        "how near horse must be to shy at the explosion", "EVT-09")
    fog_doctrine = choice("six / normal", "fog changes doctrine fire too", "EVT-10")
    general_token_timing = choice("card_to_come / immediate",
        "the General's token waits for the Brigadier's card", "ORD-05")
    general_rally = choice("two / one / all", "how much the General rallies", "ORD-06")
    group_range = choice("each / any",
        "every Unit of a group must be in command range, or one", "ORD-11")
    any_leader_skirmish = choice("any / own",
        "any Brigadier may order Skirmishers and guns", "INIT-02 ORD-15")
    same_turn_bonus = choice("next_turn / same_turn",
        "a melee begun before the Bonus card waits a turn", "INIT-06")
    wheel_limit = choice("unlimited / move_arc",
        "a wheel has no length limit, or the Move along its arc", "ACT-03")
    reorganise_kills = choice("missing / sum / lower",
        "Kills of a Squadron made of two", "ACT-24 MOR-19")
    gun_pivot_cost = choice("action / free", "a pivot is an Action, or part of the shot", "MOVE-11")
    charge_eligibility = choice("horse_only / both / squadrons", "who may charge", "MOVE-13")
    charge_min = choice("flat7 / half_own", "the run-up a charge needs", "MOVE-15 DOC-20")
    charge_reach = choice("always / needs_gallop",
        "the extra distance needs no gallop, or does", "MOVE-13 DOC-18 DOC-19")
    fallback_disarray = flag("true / false",
        "a forced Fall Back costs a Disarray", "MOVE-20 MOR-23 MEL-85")
    obstacle_details = choice("default / custom",
        "who crosses obstacles how; custom asks the players", "MOVE-24")
    mounted_loose_bad_going = choice("disarray / none",
        "loose horse take Disarray in bad going", "MOVE-06 MOVE-30")
    mixed_going = choice("cap / prorata",
        "any bad going caps the whole Move, or each part at its rate", "MOVE-03")
    steep_hill_rate = choice("good / bad", "a steep hill does not slow, or is bad going", "MOVE-30")
    move_measure = choice("max_corner / centre",
        "which point of a formed Unit measures its Move", "MOVE-02")
    skirmish_passthrough_self = choice("none / one",
        "loose foot take a token passing another arm", "MOVE-35")
    skirmish_passthrough_mounted = flag("false / true",
        "mounted Skirmishers pass as freely as those on foot", "MOVE-35")
    partial_sight = choice("count_seeing / all_or_none",
        "figures that see shoot, or none unless all see", "SHOOT-01")
    revealed_duration = choice("this_turn / until_move",
        "how long a shot gives a hidden Unit away", "SHOOT-07 SHOOT-15")
    overhead_needs_order = flag("false / true", "firing over friends needs an Order", "SHOOT-11")
    building_spot = choice("must_have_shot / artillery_six / six_inch",
        "who may hit a silent garrison", "SHOOT-05 SHOOT-15")
    arc_part = choice("figures_in_arc / any / majority",
        "how much of a target must be in the arc", "SHOOT-18")
    skirmisher_arc = choice("facing / all_round",
        "Skirmishers shoot to their front, or all round", "SHOOT-18")
    nearest_scope = choice("eligible / absolute",
        "the nearest that may be shot, or the nearest of all", "SHOOT-19")
    leader_retarget = choice("attached / ordering",
        "an attached Leader chooses targets, or the ordering one too", "SHOOT-20 ACT-07")
    artillery_return_fire = choice("nearest_hittable / any",
        "at whom a gun returns fire", "SHOOT-22")
    volley_rank_model = choice("physical / half / front_each",
        "what one rank is after losses", "SHOOT-33")
    halve_guns_guns = flag("true / false", "guns are halved against guns", "SHOOT-40")
    horse_shoot_ranks = choice("all / front", "how many of a Squadron shoot", "SHOOT-32")
    veteran_reroll_scope = choice("formed / all",
        "who rerolls 1s when shooting", "SHOOT-45 SHOOT-46")
    first_shot_scope = choice("action / turn",
        "the first shot is one volley, or the first turn's volleys", "SHOOT-46")
    repair_timing = choice("free / action / end", "when a gun is repaired", "SHOOT-50")
    crew_cover = flag("true / false", "gun crews gain from cover", "SHOOT-52")
    battalia_rump = choice("battalia / pike", "pikes left alone are still a Battalia", "SHOOT-51")
    leader_risk_window = choice("per_shoot / per_turn",
        "Kills that endanger a Leader are counted a Shoot, or a turn", "SHOOT-61")
    scattered_same_turn = choice("refuse / allow",
        "Scattered Fire may follow the last volley in one turn", "AMMO-04")
    doctrine6_ammo = number("2 / 1", "volleys used by two ranks of doctrine fire", "AMMO-11 DOC-05")
    empty_doctrine = choice("scattered / none",
        "doctrine fire without ammunition", "AMMO-04 DOC-03")
    empty_pistols = choice("trot / penalty",
        "horse without shots that should engage by fire", "AMMO-07 DOC-16")
    attack_sight = choice("either / both",
        "Unit or Leader must see what is attacked, or both", "MEL-02")
    flank_zone = choice("start_of_move / edge_touched / start_of_order",
        "what makes an attack one on the flank", "MEL-07 MEL-11")
    gun_stand_shoot = choice("in_arc / always", "attacked guns fire only into their arc", "MEL-15")
    caught_skirmishers = choice("fight / rear / destroyed",
        "Skirmishers that cannot get away", "MEL-18")
    evade_contact = choice("clear / caught", "evaders always get clear, or may be caught", "MEL-19")
    doctrine_quality_reroll = flag("true / false",
        "doctrine fire rerolls 1s as shooting does", "DOC-03")
    doctrine_one_rank_cap = flag("true / false",
        "Disarray caps doctrine fire at one rank a turn", "DOC-05 SHOOT-35")
    exchange_saves = choice("shooting / melee",
        "saves when both sides of horse engage by fire", "DOC-17")
    engage_fire_attacker_reroll = flag("true / false",
        "attackers that engaged by fire reroll 1s", "DOC-16 MEL-45")
    musket_hedgehog = choice("turn_only / hedgehog",
        "a Musketeer Division turns, or forms hedgehog", "DOC-27")
    hedgehog_disarray = choice("front_rank / all",
        "what a Disarrayed hedgehog counts", "DOC-27 MEL-26")
    raw_pike_hedgehog = choice("flank_rear / always / never",
        "when Raw pikes pay for the hedgehog", "DOC-28")
    skirmish_reaction = choice("any / horse_only",
        "against whom the reaction die is thrown", "DOC-29")
    foot_attacks_horse = choice("own_tables / none",
        "Doctrine Dice when foot attack horse", "DOC-02 DOC-11")
    loose_horse_doctrine = choice("detachments / none",
        "whether loose horse roll doctrine", "DOC-11")
    flank_defender_doctrine = flag("no / yes",
        "a Unit hit in flank or rear rolls doctrine", "DOC-01 MEL-08")
    half_rank_mix = choice("proportional / wing", "who half a rank of a Battalia is", "MEL-36")
    defended_obstacle_def = choice("any_linear / works_walls",
        "which features make a defended obstacle", "MEL-37 MEL-50 MEL-52")
    battalia_obstacle = choice("front_rank / split",
        "what a Battalia counts over an obstacle", "MEL-37")
    building_defender = choice("all / half", "what a garrison counts", "MEL-38")
    count_stack = choice("smallest / multiply",
        "several reductions at once", "MEL-34 MEL-36 MEL-37")
    dragoon_v_dragoon = amount("0.5 / 1",
        "dice a figure of mounted Dragoons against each other", "MEL-40")
    leader_hits_rounds = choice("every / first", "rounds in which a Leader adds Hits", "MEL-44")
    uphill_charge = choice("trot / plain",
        "a gallop uphill is a trot, or only loses its bonus", "MEL-46")
    kills_cap = choice("cap / all", "Kills beyond the figures left count, or not", "MEL-56")
    disengage_scope = choice("any / not_won", "when horse must leave steady pikes", "MEL-62")
    followup_reach = choice("limited / always", "following up is limited by the Move", "MEL-63")
    pursuit_distance = choice("flat28 / own", "length of the long pursuit", "MEL-65")
    pursuit_off_10 = flag("true / false", "a short pursuit off the table costs a token", "MEL-67")
    leader_pursues = choice("with_unit / may_detach",
        "a Leader goes with a Unit that runs or chases", "MEL-65 MEL-67 MEL-19 MEL-21")
    attacker_reroll_later = flag("false / true",
        "attackers still count as such in later rounds", "MEL-45 MEL-48 MEL-75")
    round2_token_timing = choice("after_test / before_test",
        "when the round-two Disarray falls", "MEL-76 MOR-33")
    feed_rank_line = choice("literal / four", "how many of a line feed in", "MEL-77")
    feed_share = choice("engaged / owner", "who takes the odd Hit", "MEL-78")
    strongest_tie = choice("engaged / owner",
        "who tests when two are equally strong", "MEL-79 MEL-89")
    pike_round2 = number("3 / 4 / 2", "ranks of attacking pikes after round one", "MEL-29 MEL-80")
    disarrayed_cavalry = choice("half_rank_later / half_number",
        "what Disarrayed horse counts in later rounds", "MEL-35 MEL-73 MEL-81 MEL-82")
    three_round_mixed = choice("attackers / dice",
        "who falls back after three rounds of foot attacking horse", "MEL-84")
    round3_tokens = choice("one / two", "Disarray after round three", "MEL-76 MEL-83")
    joiner_values = choice("fresh / current",
        "what a Unit joining a melee needs to hit", "MEL-71 MEL-87")
    mutual_destruction = choice("both / attacker", "both sides wiped out", "MEL-59")
    rout_points_basis = choice("paid / base", "points that make a rout frightening", "MOR-02")
    rout_measure_when = choice("path / start / end", "where a rout is seen", "MOR-02")
    rout_sum_window = choice("card / turn", "over what time seen routs add up", "MOR-03 MOR-07")
    last_men_repeat = choice("on_trigger / each_turn", "how often the last Unit tests", "MOR-09")
    garrison_morale = choice("one_die / own_type", "morale dice of a small garrison", "MOR-16")
    auto_check = choice("either / final / first", "when doubles decide", "MOR-17 MOR-18")
    morale_example = choice("formula / example", "which Battalia scores are Daunted", "MOR-21")
    unequal_cancel = choice("majority / both", "unequal positives and negatives", "MOR-36")
    morale_always = choice("cancel / always",
        "quality rerolls are cancelled, or never", "MOR-36 SUM-06 SUM-07")
    disarray_second = choice("same / worse",
        "a second Disarray is no worse, or costs one melee die more", "DIS-05")
    daunted_initiative = choice("none / allowed",
        "Daunted Skirmishers and guns may act", "DAU-02 SHOOT-35")
    gun_loss_stack = choice("stack / capture_only",
        "tokens for a gun's crew and its capture", "ARM-06 ARM-07")
    token_cap = choice("start / none", "tokens never exceed the start", "ARM-09")
    demand_required = flag("false / true", "losses count only on demand", "ARM-14")
    retreat_off_table = choice("leaves / stops", "a Fall Back over the edge", "ARM-05")
    general_options = choice("one / token_and_move / all",
        "how much one card of the General allows", "ORD-05 ORD-06 ORD-07 ORD-08")
    free_action_order = choice("simultaneous / alternate / side_by_side",
        "order of the free actions", "TURN-12")
    general_attack_order = choice("counts / extra",
        "the General's attack is the Squadron's Order", "ORD-07")
    mb_penalty_scope = choice("tokens / all / facing_only",
        "penalties waived in the manoeuvre phase", "TURN-05 MOVE-24 MOVE-33")
    loose_deploy = choice("all_at_once / one_by_one", "how light troops are deployed", "PREP-06")
    ambush_quality = choice("seasoned / choice", "quality of the ambushers", "EVT-06")
    order_range_when = choice("ordering / each_action",
        "when command range is measured", "ORD-01 ORD-16")
    square_disarray = choice("half / front_rank",
        "what a Disarrayed Square counts", "MEL-34 MEL-81 DIS-02 DAU-01")
    mounted_loose_disarray_fire = choice("full / half",
        "shooting of Disarrayed loose horse", "SHOOT-36 DIS-03 DIS-04")
    gun_no_formed_target = choice("no_shot / any_target",
        "a gun without a formed target", "SHOOT-20 SHOOT-23")
    gun_stand_shoot_saves = choice("none / melee",
        "saves against a gun that stands and shoots", "MEL-15 MEL-51")
    loose_flank = choice("all / half", "loose Units hit in flank or rear", "MEL-32 MEL-36")
    attack_action_count = choice("as_printed / wheel_counts / moves_only",
        "whether a wheel counts as a Move of an attack", "MEL-07 MEL-18 DOC-25 DOC-26")
    feed_in_round = choice("now / bonus_card",
        "when a Squadron that feeds in fights", "ACT-12 MEL-71 MEL-77")
    pursuit_melee_when = choice("first_bonus / turn_start",
        "when pursuers fight whom they met", "MEL-69")
    wiped_out_loses = choice("at_equal_kills / always",
        "a side wiped out in a round has lost it at equal Kills, or whatever the Kills",
        "MEL-56 MEL-59")
    disengage_who = choice("both / attackers",
        "horse leaves a Battalia or standing pikes whoever attacked, or only if it attacked",
        "MEL-62")
    fighting_leader_rides = flag("yes / no",
        "a Leader whose Unit fights on may still move himself, or may not", "ORD-09 ORD-14 LEAD-18")
    backed_into = choice("even / rear",
        "a Fall Back into an enemy is a fight on even terms, or the enemy has it in the rear",
        "MOR-25")
    fieldworks_hide = flag("no / yes",
        "who stands behind works is seen as in the open, or hidden beyond 12 in as behind a wall",
        "SHOOT-06")
    perk_volley = choice("fires / no",
        "foot that has fired every rank fires one more with Perk, or does not", "CARD-10 SHOOT-33")
    evade_meets_enemy = choice("stops / goes_by",
        "an enemy in the way of an Evade or of horse that disengages stops it short, or is gone by",
        "MEL-19 MEL-62")
    mounted_dragoons_arm = choice("cavalry / own",
        "dragoons on horseback pass through horse as Cavalry, or as an arm of their own",
        "MOVE-32 MOVE-33 MOR-24")
    rout_through_friends = choice("as_moves / none",
        "friends of another arm that broken troops run through are Disarrayed, or not",
        "MOVE-33 MOR-26")
    scale = plain("1 / 0.5 / cm / 1.5 / 2",
        "every Move and range is scaled by this; cm reads inches as centimetres", "SET-02 SET-03")
    strength = choice("figures / points",
        "strength is what stands on the bases, or points by kind whatever stands there", "SET-04")
    premeasure = flag("on / off", "ranges may be seen before they are declared", "SET-11")
    divisions_agreed = flag("no / yes", "independent Divisions are allowed", "ARMY-11")
    class_roll = flag("no / yes", "Command Classes are rolled for", "LEAD-05 LEAD-06")
    deploy_depth_in = amount("9 / 0 / 6 / 12 / 18",
        "depth of the deployment zone, 0 is none", "PREP-08")
    side_strip_in = amount("0 / 9", "side strip kept for Skirmishers and horse", "PREP-09")
    mustering = flag("off / on", "armies are mustered by cards", "MUS-01 MUS-05")
    # fmt: on


SWITCHES = written(vars(House))
HOUSE = HouseRules(SWITCHES)


def scale_of(value: str) -> float:
    """The factor that the ``scale`` house rule puts on every length of the book."""
    return 1 / CM_PER_IN if value == "cm" else float(value)
