// What the routes send, made by `python3 -m webui.server.openapi` from the Structs of
// webui/game/told/page: change those, not this. `PageData.Table` is what /table.json holds.
// deno-lint-ignore no-unused-vars
declare namespace PageData {
  /** 95 % half-width, in inches, of where a tag is, in its worst direction; 0 where the camera does not see. ``gap_in``: of a 12 in gap between two bases mid-table; ``gap_rows``: of one about each place of the table, which is what people ask for. ``trusts``: what each ± takes on trust, because no camera sees it. */
  interface AccuracyMap {
    rows: number[][];
    median_in: number;
    worst_in: number;
    gap_in: number;
    says: string;
    gap_rows: number[][];
    trusts: string[];
  }

  /** Something declared: ``do`` by unit (or side) ``by``, at unit ``at``; ``more`` as named by the offer that lists it. */
  interface Action {
    do: string;
    by: string;
    at: string | null;
    more: Record<string, any>;
  }

  /** What the visitor's sides may do and hold, and how much each unit may do. ``head``: the step of the game for which that was worked out. ``units``: without what is free at any time. ``aims``: those that may act on an enemy, where anybody may measure it. */
  interface Actions {
    head: number;
    sides: Record<string, OfferShown[]>;
    units: Record<string, number>;
    held: Record<string, Card | null>;
    trouble: string;
    aims: string[];
  }

  /** Whether people may let a refused action be done: ``bar`` says why not, None when they may. */
  interface Agreeable {
    bar: Refusal | null;
  }

  /** What was asked, by whom, and answered how; ``was``: before an umpire set it anew. ``hits``: so many the dice count as by an overruling, however they fell. ``read``: what a camera read of those dice; ``before``: the throws before that do not count, and ``came``: how dice were had that nobody has thrown, in words. */
  interface Answer {
    event: number;
    ask: string;
    what: string;
    by: string;
    need: number | null;
    sides: number | null;
    rerolls: boolean;
    too_close: boolean;
    answer: any;
    was: (number | string)[] | null;
    hits: number | null;
    how: string;
    read: number[];
    before: string;
    came: string;
    who: Person;
  }

  /** What was asked since the declaration and answered, as these eyes may read it. ``ask`` is roll, choose, draw or look; ``need``: the least face that succeeds, if any; ``undecided``: so often both sides had thrown for it already; ``hits``: so many the dice count as by an overruling, however they fell. */
  interface AnswerSoFar {
    ask: string;
    what: string;
    by: string;
    need: number | null;
    undecided: number;
    hits: number | null;
    answer: any;
  }

  /** One side. ``brigades`` maps a brigade's name to the id of its leader, "" for none. ``colour``: how its side is drawn, in words; "" for the usual. ``points_limit``: what both sides agreed to build up to; 0 for none. */
  interface Army {
    side: string;
    rules: string;
    units: ArmyUnit[];
    name: string;
    brigades: Record<string, string>;
    house: Record<string, string>;
    colour: string;
    points_limit: number;
  }

  /** A kept army file; of one with a ``fault`` nothing else is known. */
  interface ArmyListed {
    file: string;
    fault: string;
    name: string;
    side: string;
    rules: string;
    units: number;
  }

  /** The workshop: what a rule set offers, what is kept, and the army that is open. ``playing``: the armies of the open game; ``tags``: payloads that a camera sees. */
  interface ArmyPage {
    rules: string;
    title: string;
    all: Titled[];
    kinds: UnitKind[];
    prices: Record<string, number>;
    samples: Army[];
    colours: string[];
    armyFile: string;
    switches: Switch[];
    armies: ArmyListed[];
    army: Army | null;
    verdict: Verdict | null;
    playing: Army[];
    tags: string[];
  }

  /** A unit as an army file lists it. ``choices`` are the options its kind offers. */
  interface ArmyUnit {
    id: string;
    kind: string;
    name: string;
    brigade: string;
    bases: string[];
    choices: Record<string, string>;
  }

  /** One question between two units, and its answer. Of one whose length may not be seen only the verdict; else as ``Measured``, with the verdict ``against`` each range band. */
  interface Asked {
    what: string;
    title: string;
    trouble?: string;
    verdict?: string;
    value?: number;
    plus_minus?: number;
    unit?: string;
    frm?: string;
    to?: string;
    evidence?: Shape[];
    notes?: string[];
    by_hand?: boolean;
    causes?: [string, number][];
    text?: string;
    how: string;
    says?: string;
    against?: Compared[];
  }

  /** A choice is asked for; ``reading`` and ``limit`` where it was too close to call. */
  interface AskedChoice {
    ask: "choose";
    what: string;
    by: string;
    options: Option[];
    at_least: number;
    at_most: number;
    reading: Measured | null;
    limit: number | null;
    sense: string;
    rules: string[];
    draft: any[];
  }

  /** Cards are asked for, of those ``cards`` that may still be in the deck. */
  interface AskedDraw {
    ask: "draw";
    what: string;
    by: string;
    deck: string;
    cards: string[];
    count: number;
    rules: string[];
    draft: any[];
  }

  /** Models are to be moved; where they may go stands with the open action. */
  interface AskedLook {
    ask: "look";
    what: string;
    by: string;
    units: string[];
    rules: string[];
    after: boolean;
    brings: Newcomer[];
    fault: Refusal | null;
    sent: Sent | null;
    draft: any[];
  }

  /** Dice are asked for; ``draft``: the half-typed hand; ``undecided``: so often both sides have thrown for it already. */
  interface AskedRoll {
    ask: "roll";
    what: string;
    count: number;
    by: string;
    sides: number;
    need: number | null;
    rerolls: boolean;
    rules: string[];
    alike: number[][];
    undecided: number;
    draft: any[];
  }

  /** A range band or radius to draw round a unit, inches; ``arc_deg`` each side, 180 = all. ``frm``: measured from its front, from its edge, or from its edge as command runs. */
  interface Band {
    title: string;
    radius_in: number;
    arc_deg: number;
    frm: "command" | "edge" | "front";
  }

  /** What everybody must know of this table. */
  interface Banner {
    title: string;
    says: string;
  }

  /** Whose a base is, and whether it is seen. */
  interface BaseOfUnit {
    payload: string;
    unit: string;
    side: string;
    status: string;
  }

  /** How a base of a unit is cut, inches, and how many figures stand on it. */
  interface BaseShape {
    kind: string;
    frontage_in: number;
    depth_in: number;
    figures: number;
    round: boolean;
  }

  /** Two armies that can begin; without ``armies`` (their files) a ready battle. */
  interface BattleOffered {
    key: string;
    title: string;
    rules: string;
    book: string;
    armies: string[];
  }

  /** How many of the tags of two armies are in sight, and whose. */
  interface BattleSeen {
    seen: number;
    of: number;
    sides: SideSeen[];
  }

  /** Every reading from one unit to another; ``trouble``: why there are none, or no lengths. */
  interface Between {
    from: string;
    to: string;
    readings: Asked[];
    trouble: string;
  }

  /** The cameras by name, and the number of the one that is set up. One camera has no name. */
  interface CameraChoice {
    names: string[];
    chosen: number;
  }

  /** The camera as it is now. ``name`` holds device, size and focus. */
  interface CameraFacts {
    name: string;
    width_px: number;
    height_px: number;
    frames_per_s: number;
    simulated: boolean;
    warnings: string[];
    trouble: string;
  }

  /** What one of several cameras sees. ``device``: its name. ``trouble``: why it sees nothing, "" when it does. ``bases``: that it sees now, ``alone``: of them those that no other one sees. ``rows``: the ± of a base over the table in inches, 0 where it does not see. */
  interface CameraPart {
    name: string;
    device: string;
    trouble: string;
    bases: number;
    alone: number;
    height_in: number;
    lens_known: boolean;
    median_in: number;
    worst_in: number;
    rows: number[][];
  }

  /** Who sees which part of the table. Without a wizard (``there``) nothing more is known. ``best``: over the table, the number of the camera that places a base best there, from 1; 0 where none sees. ``rows``: the ± of a base there, inches, 95 %. */
  interface CamerasPage {
    there: boolean;
    source: string;
    can: Can;
    size_in?: [number, number];
    cameras?: CameraPart[];
    overlaps?: Overlap[];
    best?: number[][];
    rows?: number[][];
    loose?: LoosePlace[];
  }

  /** What the table can do by itself. ``moves``: the program puts models down where they are dragged, ``lifts`` them, ``lays_out`` another table. ``sees``: cameras look at it, drawn ones too; ``simulated``: they are drawn. */
  interface Can {
    moves: boolean;
    lifts: boolean;
    lays_out: boolean;
    sees: boolean;
    simulated: boolean;
  }

  /** What the page shows of one unit: lines of (label, value), and short state badges. ``gone``: it is out of the battle, and its models leave the table, unless it ``stays`` (a gun without crew). ``lost``: tags of single bases that leave the table before it does. */
  interface Card {
    unit: string;
    name: string;
    side: string;
    kind: string;
    lines: [string, string][];
    badges: string[];
    gone: boolean;
    lost: string[];
    stays: boolean;
  }

  /** What an action may come to, and how likely. */
  interface Chance {
    says: string[];
    chance: number;
  }

  /** A clock a side, seconds; ``on``: whose runs since ``since_s``, "" for nobody's. */
  interface ClockShown {
    game: string;
    limit_s: number;
    used_s: Record<string, number>;
    on: string;
    since_s: number;
    running: boolean;
  }

  /** The club's name and colour, on a screen as ``#rrggbb``. */
  interface ClubShown {
    name: string;
    colour: string;
    paper: string;
    ink: string;
  }

  /** What the rules would make of the table as it stands: ``ruled``; ``good``, and what is asked next; ``asked`` where people settle what was too close; ``wrong``, and the models are asked for again; ``refused``; ``unseen`` while it cannot be measured. */
  interface ComesTo {
    kind: string;
    says: string[];
    rules?: string[];
  }

  /** A length against one range band. */
  interface Compared {
    title: string;
    limit_in: number;
    verdict: string;
  }

  /** What an action changed: for ``who`` (of ``kind`` unit, side or game), and how much it weighs in the headline. */
  interface Consequence {
    who: string;
    side: string;
    kind: string;
    what: string;
    before: any;
    after: any;
    weight: number;
    says: string;
  }

  /** A number that goes one down or up; None where it cannot. */
  interface CountStepper {
    kind: "count";
    what: string;
    value: number;
    less: ValueSet | null;
    more: ValueSet | null;
  }

  /** The ready battle of a rule set. */
  interface DemoOffered {
    title: string;
    says: string;
  }

  /** The ready battle of a rule set, and the house rules it is made for. */
  interface DemoShown {
    title: string;
    house: Record<string, string>;
  }

  /** How often each face of a six-sided die came up, from 1 to 6: ``read`` by a camera, or in an``other`` way; what was corrected, and the throws that were read, the newest first. */
  interface DiceRecord {
    title: string;
    read: number[];
    other: number[];
    corrected: FaceChanged[];
    throws: ThrowRead[];
  }

  /** The dice tray, and what was agreed on it. ``again``: faces that a re-roll asks for. */
  interface DiceShown {
    source: string;
    simulated: boolean;
    setting: string;
    wishes: Record<string, string>;
    trouble: string;
    can_throw: boolean;
    again: number[];
    throw: OfferedThrow | null;
  }

  /** Dice of a step: what they were for, who threw, the face that was needed, what fell. */
  interface DiceThrown {
    what: string;
    by: string;
    need: number | null;
    faces: number[];
  }

  /** What was doubted, measured, said and agreed. */
  interface Dispute {
    event: number;
    says: string;
    about: string;
    tape: any;
    agreed: any;
    who: Person;
    at_s: number;
  }

  /** What the camera sees, and the ``step`` that is next: look, find, tape, begin or lost. Without a wizard (``there``) nothing more is known. ``foot_in``: the ± of a gap of a foot. ``camera``: what is wrong with it, or "". */
  interface EveningPage {
    there: boolean;
    game: string;
    step?: string;
    markers?: MarkerInSight[];
    marker_mm?: number;
    size_in?: [number, number];
    trouble?: string;
    camera?: string;
    foot_in?: number | null;
    tape?: TapeWanted | null;
    places?: MarkerPlace[];
    battles?: BattleOffered[];
  }

  /** Faces that a camera read as ``from`` (0: it was not sure) and a person as ``to``. */
  interface FaceChanged {
    from: number;
    to: number;
    times: number;
  }

  /** Something the reader noticed and will not decide: a duplicate, a foreign code … */
  interface Flag {
    kind: string;
    payload: string;
    text: string;
  }

  /** The ± of a gap of a foot mid-table, inches; None while the table is not found. */
  interface FootGap {
    gap_in: number | null;
  }

  /** A kept game; ``begun_s``: seconds since the epoch. ``fault``: why it cannot be opened. ``glance``: None where nobody has looked at it yet. */
  interface GameKept {
    name: string;
    title: string;
    rules: string;
    begun_s: number;
    events: number;
    archived: boolean;
    fault: string;
    book: string;
    glance: GlanceShown | null;
  }

  /** As much of a game as the map of one ruling needs. ``colours``: by side, as ``#rrggbb``. */
  interface GameOfRuling {
    name: string;
    sides: string[];
    colours: Record<string, string>;
  }

  /** How a kept game stands; ``plan``: whether it can be seen from above. ``over``: who won. */
  interface GlanceShown {
    turn: number;
    phase: string;
    lines: string[];
    over: string;
    plan: boolean;
  }

  /** Ground that a move may cover (``may``, ``costs``, ``not``), inches. */
  interface Ground {
    unit: string;
    title: string;
    kind: string;
    rule: string;
    outline_in: [number, number][];
  }

  /** Where one model is to be put, and how far it is from there. */
  interface GuideBase {
    payload: string;
    x_in: number;
    y_in: number;
    facing_deg: number;
    frontage_in: number;
    depth_in: number;
    round: boolean;
    where: string;
    away_in: number;
    toward_deg: number;
    turn_deg: number;
    by_hand: boolean;
  }

  /** Where models are to be put now: ``there`` of ``total`` units stand, ``next`` comes next. */
  interface GuideShown {
    event: number;
    kind: string;
    title: string;
    by: string;
    there: number;
    total: number;
    next: string;
    units: GuideUnit[];
  }

  /** One unit that is led, and whether all of it stands. */
  interface GuideUnit {
    unit: string;
    there: boolean;
    bases: GuideBase[];
  }

  /** The hall that the table belongs to, None without one. */
  interface HallPage {
    hall: HallSeen | null;
  }

  /** What the hall has said, and the table's calls, the newest last. ``trouble``: why nothing gets through to it, and ``waiting``: how many entries have not. */
  interface HallSeen {
    hall_there: boolean;
    calls: UmpireCalled[];
    announcements: string[];
    clock: RoundClock | null;
    name: string;
    trouble: string;
    waiting: number;
  }

  /** The undo or redo that led to where the game stands. */
  interface HeadMoved {
    id: number;
    redo: boolean;
    why: string;
    who: Person;
    says: string;
  }

  /** The house rules of one chapter, in the order of the book. */
  interface HouseChapter {
    title: string;
    switches: HouseSwitch[];
  }

  /** A house rule in words; ``last``: the value that was chosen last. */
  interface HouseSwitch {
    name: string;
    says: string;
    ids: string[];
    values: HouseValue[];
    last: string;
  }

  /** One way of a house rule, and the same in words. */
  interface HouseValue {
    value: string;
    says: string;
  }

  /** How this table is reached and joined. ``afar``: the public address, if there is one. */
  interface JoinPage {
    open_to_all: boolean;
    afar: string;
    from_afar: boolean;
    addresses: string[];
    sides: SideDoor[];
    shows_codes: boolean;
    has_pin: boolean;
    you: Person;
    may_leave: boolean;
    chooses_pin: boolean;
    code: string;
  }

  /** A kind of terrain that can be drawn; ``line``: along a line and not around an area. */
  interface KindDrawn {
    kind: string;
    line: boolean;
    height_in: number;
  }

  /** Terrain that is kept to be used again. */
  interface LayoutListed {
    name: string;
    terrain: Terrain[];
  }

  /** Pixels of the camera a module of tags of that size. ``least``: read with certainty from there on. ``certain_share``: of the table where they are. */
  interface LegibilityMap {
    rows: number[][];
    tag_mm: number;
    least: number;
    certain_share: number;
    advice: string[];
  }

  /** One picture of the board. ``error_px``: RMS of its corners, None before it is known. */
  interface LensShot {
    number: number;
    kept: boolean;
    says: string;
    error_px: number | null;
    corners: number;
  }

  /** How far the lens is. ``coverage``: corners seen in each cell of the picture, top row first. ``error_px``: RMS over the kept pictures. ``outlines``: of the board in each kept picture, as parts of width and height. ``in_force``: the lens used now, in words. */
  interface LensWork {
    shots: LensShot[];
    coverage: number[][];
    outlines: [number, number][][];
    grade: "" | "fair" | "good" | "redo";
    error_px: number | null;
    says: string;
    in_force: string;
    profile_grade: "" | "fair" | "good" | "redo";
    profile_error_px: number | null;
  }

  /** Every step ever taken, in the order written. */
  interface Log {
    title: string;
    steps: LogStep[];
  }

  /** One step, or a move of the head (``undo``); ``undone``: it was taken back. */
  interface LogStep {
    id: number;
    kind: string;
    says: string;
    who: Person;
    at_s: number;
    undone: boolean;
  }

  /** Where a marker was found whose place nobody typed; one standard deviation. */
  interface LoosePlace {
    id: number;
    x_in: number;
    y_in: number;
    sigma_in: number;
  }

  /** What is so or is not, and the one way to change that. */
  interface MarkStepper {
    kind: "mark";
    what: string;
    value: boolean;
    options: ValueSet[];
  }

  /** A marker that the newest picture shows, whether its place is known or not. */
  interface MarkerInSight {
    id: number;
    at: [number, number];
  }

  /** A table marker: the centre of its black square, its side, and which way its top looks. */
  interface MarkerPlace {
    id: number;
    x_in: number;
    y_in: number;
    size_in: number;
    turned_deg: number;
  }

  /** A marker now. ``off_in``: the error it shows when it is left out of the fit. */
  interface MarkerState {
    place: MarkerPlace;
    seen: boolean;
    used: boolean;
    off_in: number | null;
    at: [number, number] | null;
  }

  /** A reading with its text: value and 95 % half-width in ``unit``; ``evidence`` in inches. */
  interface Measured {
    what: string;
    value: number;
    plus_minus: number;
    unit: string;
    frm: string;
    to: string;
    evidence: Shape[];
    notes: string[];
    by_hand: boolean;
    causes: [string, number][];
    text: string;
  }

  /** Of a list of named things those that are new or otherwise (``put``), and the names of all in their order, where that is another one. */
  interface MembersChanged {
    put: Record<string, any>[];
    names?: string[];
  }

  /** One line of working: what, how much (``"+1"``, ``"x1/2"``, ``"8 dice"``), which rule. */
  interface Modifier {
    what: string;
    value: string;
    rule: string;
  }

  /** One reading of a move; ``says``: the answer in words, where it is no length. */
  interface MoveMeasured {
    what: string;
    title: string;
    trouble?: string;
    verdict?: string;
    value?: number;
    plus_minus?: number;
    unit?: string;
    frm?: string;
    to?: string;
    evidence?: Shape[];
    notes?: string[];
    by_hand?: boolean;
    causes?: [string, number][];
    text?: string;
    says?: string;
  }

  /** A unit that stands elsewhere than before: ``crossed`` terrain, went ``through`` units. */
  interface Moved {
    unit: string;
    readings: MoveMeasured[];
    crossed: string[];
    through: string[];
    stood: StoodBase[];
  }

  /** The newest step: somebody moved models while no move was asked for. */
  interface MovedByHand {
    id: number;
    who: Person;
    says: string;
  }

  /** Is the table open to the network ``now``, and from the ``next`` start; ``here``: may the visitor change that? */
  interface NetworkShown {
    now: boolean;
    next: boolean;
    here: boolean;
  }

  /** A new game: armies, and every house rule; ``count``: how many there are. */
  interface NewGamePage {
    rules: string;
    title: string;
    demo: DemoShown;
    all: Titled[];
    armies: ArmyListed[];
    chapters: HouseChapter[];
    count: number;
    presets: PresetListed[];
  }

  /** A unit that joins in the middle of a battle, on one base whose payload is its id. ``base``: what kind of base that is, cut ``frontage_in`` by ``depth_in``. */
  interface Newcomer {
    id: string;
    side: string;
    kind: string;
    name: string;
    base: string;
    frontage_in: number;
    depth_in: number;
    figures: number;
  }

  /** The odds of an action: by every course, or sampled with a standard ``error``. */
  interface OddsShown {
    results: Chance[];
    trouble: string;
    exact?: boolean;
    courses?: number;
    error?: number;
  }

  /** An action that a unit may, or may not, take now. */
  interface OfferShown {
    action: Action;
    title: string;
    legal: boolean;
    why: string;
    rules: string[];
    readings: Measured[];
    needs: Record<string, string[]>;
    asks: Record<string, string>;
    house: string[];
    setting: Setting | null;
  }

  /** One die of the throw; ``face`` None where it is not sure, and ``why``. */
  interface OfferedDie {
    face: number | null;
    why: string;
    url: string;
  }

  /** The throw that lies there for the open question. */
  interface OfferedThrow {
    number: number;
    sure: boolean;
    dice: OfferedDie[];
  }

  /** One ruling with the frozen table it was made on, and what is measured there. ``newest``: it is of the newest step, which can be run again. */
  interface OneRuling {
    ruling: RulingCard;
    says: string;
    title: string;
    house_says: Record<string, string>;
    source: string;
    calibration: string;
    size_in: number[];
    bases: TableBase[];
    terrain: Terrain[];
    picture: PictureKept | null;
    measured: Asked[];
    units: Card[];
    game: GameOfRuling;
    newest: boolean;
  }

  /** One unit (or side): card, range bands, ground of an open move, and what it may do. */
  interface OneUnit {
    unit: string;
    side: string;
    head: number;
    card: Card | null;
    bands: Band[];
    reach: Ground[];
    offers: OfferShown[];
    trouble: string;
  }

  /** The declared action that is not ruled yet; ``parties``: every unit that it concerns, who acts first. */
  interface OpenAction {
    event: number;
    action: Action;
    parties: string[];
    says: string;
    fault: any;
    reach: Ground[];
    answered: AnswerSoFar[];
    so_far: RulingSoFar[];
    why: Modifier[];
  }

  /** One thing that can be chosen. ``key`` is what is recorded, ``label`` what is shown. */
  interface Option {
    key: string;
    label: string;
    rules: string[];
  }

  /** How well two cameras agree on the ``bases`` that both see: how many within their ±, and how far apart they put them, half of the time and at worst, inches. */
  interface Overlap {
    first: string;
    second: string;
    bases: number;
    agree: number;
    median_in: number;
    worst_in: number;
  }

  /** What holds instead of an action that was run again, or was noted beside a ruling; why, and who said so when (seconds since the epoch). ``event``: the action that holds, 0 for a note and while it is still played. */
  interface Overruling {
    says: string;
    reason: string;
    who: Person;
    at_s: number;
    event: number;
  }

  /** Who did it; {} where nobody is known. */
  interface Person {
    role?: string;
    side?: string;
    name?: string;
  }

  /** The rectified picture, north up; ``taken_s`` since the epoch. */
  interface Picture {
    url: string;
    px_per_in: number;
    margin_in: number;
    taken_s: number;
  }

  /** The picture that a ruling rests on, north up. */
  interface PictureKept {
    url: string;
    px_per_in: number;
    margin_in: number;
  }

  /** A piece of terrain: its points x and y, inches; ``line``: along them and not around. */
  interface PieceDrawn {
    points: number[][];
    line: boolean;
    colour: string;
    name: string;
  }

  /** House rules that a club keeps under a name. */
  interface PresetListed {
    file: string;
    name: string;
    house: Record<string, string>;
  }

  /** Sheets to print. ``bar_mm``: what the printer makes of a bar of 100 mm. */
  interface PrintPage {
    armies: ArmyListed[];
    sides: string[];
    bar_mm: number;
  }

  /** A value of the state as it is kept; ``path``: where, as ``units/R1/hits``. */
  interface RawValue {
    path: string;
    name: string;
    value: boolean | number | string;
  }

  /** A value with its 95 % half-width. ``value`` and ``plus_minus`` are in ``unit``. Yes-or-no questions (inside an arc, in sight) are given as a signed margin in inches: positive is yes by that much. So every question has a ± and none can be confidently wrong. ``causes``: what its ± comes from, as shares of its square, the largest first; filled in when ``plus_minus`` knows it. */
  interface Reading {
    what: string;
    value: number;
    plus_minus: number;
    unit: "cm" | "deg" | "in" | "squares";
    frm: string;
    to: string;
    evidence: Shape[];
    notes: string[];
    by_hand: boolean;
    causes: [string, number][];
  }

  /** The quick reference of a rule set. */
  interface ReferencePage {
    rules: string;
    title: string;
    edition: string;
    sections: Section[];
    chapters: RuleChapter[];
    all: Titled[];
  }

  /** What is wrong: ``rules`` are the ids it rests on, ``house`` the house rules in force as ``name=value``, ``readings`` what was measured. ``kind``: a ``note`` or a ``warning`` is advice and forbids nothing. ``about``: the id of the unit of an army that is at fault, "" for none or the whole army. */
  interface Refusal {
    says: string;
    rules: string[];
    house: string[];
    readings: Reading[];
    kind: "fault" | "note" | "warning";
    about: string;
  }

  /** Who refused the last wish of whom; ``refused``: to do what the rules refuse. */
  interface Refused {
    head: number;
    by: Person;
    asked: Person;
    refused: boolean;
  }

  /** A battle step by step. ``moments``: the numbers of the ``frames`` that mattered most; ``words``: what the viewer says, by their keys. */
  interface ReplayPage {
    title: string;
    sides: string[];
    colours: Record<string, string>;
    names: Record<string, string>;
    ending: string;
    size_in: number[];
    terrain: PieceDrawn[];
    frames: StepDrawn[];
    moments: number[];
    words: Record<string, string>;
  }

  /** How well the table is measured. Without a camera (``there``) less is known. ``bar_mm``: what the 100 mm bar measures on paper. ``tags_scale``: printed tags over what the table file and the armies have them. ``accuracy`` and ``legibility``: None while the table is not found. ``now_s``: since the epoch. */
  interface ReportPage {
    there: boolean;
    source: string;
    can: Can;
    now_s: number;
    rulers: RulerShown[];
    bases: BaseOfUnit[];
    bar_mm: number;
    tags_scale: number;
    camera?: CameraFacts;
    lens?: LensWork;
    table?: TableFound;
    accuracy?: AccuracyMap | null;
    legibility?: LegibilityMap | null;
  }

  /** The clock of the hall's round; ``left_s``: below 0 once it has run out. */
  interface RoundClock {
    title: string;
    running: boolean;
    left_s: number;
  }

  /** The rules of one chapter. */
  interface RuleChapter {
    name: string;
    rules: RuleListed[];
  }

  /** A rule: its id, what it is about, and what the house changes in it. */
  interface RuleListed {
    id: string;
    title: string;
    switches: SwitchInForce[];
  }

  /** A gap by the camera beside what a ruler says, inches; ``off_in``: how much more by the camera. ``at_s``: since the epoch; ``agrees``: the ruler is inside the ±. */
  interface RulerShown {
    at_s: number;
    frm: string;
    to: string;
    said_in: number;
    value_in: number;
    plus_minus_in: number;
    off_in: number;
    agrees: boolean;
  }

  /** A rule set that can be played. */
  interface RulesOffered {
    name: string;
    title: string;
    edition: string;
    demo: DemoOffered;
  }

  /** One ruling with its working, and the whole action that it belongs to. ``instead``: what holds now that the action was overruled, None while it holds itself; ``noted``: what was written beside this ruling, which changes nothing. ``aside``: advice beside the story. ``agreed``: people let a move stand. Both are missing in what an older version wrote. */
  interface RulingCard {
    id: string;
    event: number;
    index: number;
    declared: number;
    action: Action;
    who: Person;
    source: string;
    at_s: number;
    says: string;
    rules: string[];
    modifiers: Modifier[];
    total: string;
    readings: RulingReading[];
    faces: number[];
    house: string[];
    aside?: boolean;
    agreed?: boolean;
    answers: Answer[];
    headline: string;
    consequences: Consequence[];
    to_do: string[];
    edition: string;
    again: SetAgain | null;
    instead: Overruling | null;
    noted: Overruling[];
    disputes: Dispute[];
  }

  /** Rulings, newest first; of one ``unit`` where it is named. ``names``: of units, by id. */
  interface RulingList {
    title: string;
    unit: string;
    disputed: boolean;
    names: Record<string, string>;
    rulings: RulingCard[];
  }

  /** A reading that a ruling rests on, with ``title``, what was measured between whom. What an older version did not write is left out. */
  interface RulingReading {
    what: string;
    value: number;
    plus_minus: number;
    unit: string;
    frm: string;
    to: string;
    evidence?: Shape[];
    notes?: string[];
    by_hand?: boolean;
    causes?: [string, number][];
    title: string;
  }

  /** What an open action has ruled on the way to its question. */
  interface RulingSoFar {
    says: string;
    rules: string[];
    modifiers: Modifier[];
    total: string;
    readings: RulingReading[];
    faces: number[];
    house: string[];
    aside: boolean;
    agreed: boolean;
  }

  /** The battle that another one would replace. */
  interface Running {
    title: string;
    turn: number;
  }

  /** A choice that was made, by the keys of its options. */
  interface SaidChoice {
    ask: "choose";
    number: number;
    what: string;
    by: string;
    options: Option[];
    at_least: number;
    at_most: number;
    answer: string[];
    hits: null;
  }

  /** Cards that were drawn, in that order. */
  interface SaidDraw {
    ask: "draw";
    number: number;
    what: string;
    by: string;
    count: number;
    answer: string[];
    hits: null;
  }

  /** Models that were moved: where they stood is not typed. */
  interface SaidLook {
    ask: "look";
    number: number;
    what: string;
    by: string;
    answer: null;
    hits: null;
  }

  /** Dice that were thrown; ``number``: of the question in its step. ``hits``: so many count as by an overruling, however they fell. */
  interface SaidRoll {
    ask: "roll";
    number: number;
    what: string;
    by: string;
    need: number | null;
    sides: number;
    count: number;
    answer: number[];
    hits: number | null;
  }

  /** A part of the quick reference, in our own words, made from the engine's own data. */
  interface Section {
    title: string;
    lines: string[];
    header: string[];
    rows: string[][];
  }

  /** Where a rule sends the first unit of a question: up to ``foe``, whom it ``touches`` in the end; ``short`` of enemies on its way; ``turned`` to look the other way. */
  interface Sent {
    foe: string;
    touches: boolean;
    short: boolean;
    turned: boolean;
  }

  /** What an umpire set so that a step was run again. */
  interface SetAgain {
    of: number;
    set: any;
    reason: string;
    who: Person;
  }

  /** One of several settings that exclude each other: the offers of one actor with the same ``what`` ("Main Ward is to"). ``says``: this one ("attack"); ``chosen``: it holds now. */
  interface Setting {
    what: string;
    says: string;
    chosen: boolean;
  }

  /** What is set up. ``facts``: of the camera, as it tells them; ``told``: the same in words, what it is about and what is said. ``open``: the name of the open game. */
  interface SetupPage {
    source: string;
    facts: Record<string, any>;
    told: [string, string][];
    troubles: string[];
    blind: string;
    open: string;
    games: GameKept[];
    running: Running | null;
    rules: RulesOffered[];
    armies: ArmyListed[];
    has_pin: boolean;
    python: string;
    system: string;
    club: ClubShown;
    colours: string[];
    network: NetworkShown;
  }

  /** One piece of evidence for the page to draw on the rectified picture. ``role`` says what it shows (``"line"``, ``"arc"``, ``"blocker"``, ``"from"``, ``"to"``). */
  interface Shape {
    kind: "point" | "polygon" | "segment";
    points_in: [number, number][];
    role: string;
  }

  /** What a ruling measured: its points x and y, inches. */
  interface ShapeDrawn {
    kind: string;
    points: number[][];
  }

  /** A side that may be joined; its code where the visitor may show it, else empty. */
  interface SideDoor {
    side: string;
    code: string;
  }

  /** The units of one army of which a tag is in sight, and how many it has. */
  interface SideSeen {
    side: string;
    units: string[];
    of: number;
  }

  /** One step: ``says`` what came of it, ``did`` what it was, who acted on whom. ``bases``: None where none has moved since the step before. ``box``: the part of the table in which it happened, None for the whole. ``picture``: the event that keeps it, 0 for none; ``margin``: what it shows round the table, inches. ``lost``: by side, in words. ``instead``: by what an umpire has overruled it; ``again``: what was set so that it was run again. ``named``: of a moment that has a ``box``, the names on it. */
  interface StepDrawn {
    event: number;
    turn: string;
    says: string;
    did: string;
    by: string;
    at: string;
    struck: string[];
    instead: string;
    noted: string[];
    again: string;
    dice: DiceThrown[];
    box: [number, number, number, number] | null;
    shapes: ShapeDrawn[];
    picture: number;
    margin: number;
    url: string;
    bases: [string, string, string, number, number, number, number, number, boolean][] | null;
    lost: Record<string, string>;
    named?: [string, number, number, number][];
  }

  /** The newest step; ``why``: for what reason it cannot be run again. */
  interface StepPage {
    head: number;
    step: StepShown | null;
    why: string;
  }

  /** What a step measured, as a tape may set it anew; ``title``: what, between whom, in words. */
  interface StepReading {
    what: string;
    value: number;
    plus_minus: number;
    frm: string;
    to: string;
    unit: string;
    title: string;
  }

  /** A step as it can be run again; ``of``: its outcome, 0 while it is open. */
  interface StepShown {
    of: number;
    says: string;
    headline: string;
    asked: (SaidRoll | SaidChoice | SaidDraw | SaidLook)[];
    readings: StepReading[];
  }

  /** Where a base stood before it was moved, inches and degrees. */
  interface StoodBase {
    payload: string;
    x_in: number;
    y_in: number;
    facing_deg: number;
    frontage_in: number;
    depth_in: number;
    round: boolean;
  }

  /** What a unit began with and has left: figures, men or stands. */
  interface Strength {
    now: number;
    start: number;
  }

  /** A house rule: the first value is the default. ``ids`` are the rules it touches. */
  interface Switch {
    name: string;
    values: string[];
    says: string;
    ids: string[];
  }

  /** A house rule that touches a rule of the book, and the value in force. */
  interface SwitchInForce {
    name: string;
    says: string;
    value: string;
  }

  /** Everything that the table, show, score, overlay and watchers draw; see docs/http.md. ``taken_s`` of the snapshot and ``now_s`` of the server are seconds since the epoch. */
  interface Table {
    version: number;
    source: string;
    can: Can;
    banner: Banner | null;
    troubles: string[];
    blind: string;
    size_in: number[];
    taken_s: number;
    now_s: number;
    picture: Picture | null;
    cameras: string[];
    markers: TableMarker[];
    bases: TableBase[];
    terrain: Terrain[];
    flags: Flag[];
    club?: ClubShown;
    clock: ClockShown | null;
    game: TableGame | null;
    units: TableUnit[];
    open: OpenAction | null;
    prompt: AskedRoll | AskedChoice | AskedDraw | AskedLook | null;
    dice: DiceShown | null;
    far_dice: string[] | null;
    guide: GuideShown | null;
    verdicts: RulingCard[];
    wish: WishShown | null;
    declined: Refused | null;
    taken_back: string | null;
    head_moved: HeadMoved | null;
    undoes: string | null;
    moved_by_hand: MovedByHand | null;
    you?: You;
  }

  /** One army as it is announced. */
  interface TableArmy {
    side: string;
    name: string;
    commander: string;
  }

  /** A base: ``seen``, ``moving``, ``hidden`` (for ``hidden_s``) or ``never``; inches, degrees. ``plus_minus_in``: 95 %, worst direction. Without a pose the four are None. */
  interface TableBase {
    payload: string;
    status: string;
    unit: string;
    side: string;
    kind: string;
    frontage_in: number;
    depth_in: number;
    round: boolean;
    figures: number;
    by_hand: boolean;
    cameras: string[];
    x_in: number | null;
    y_in: number | null;
    facing_deg: number | null;
    plus_minus_in: number | null;
    hidden_s: number;
  }

  /** Where the camera is. ``held_out_in``: RMS error of markers left out of the fit, None where there are too few. ``trouble``: why the table is not found, "" when it is. ``kept``: where the markers' places are kept, as a sentence. */
  interface TableFound {
    size_in: [number, number];
    markers: MarkerState[];
    trouble: string;
    reprojection_px: number;
    held_out_in: number | null;
    height_in: number;
    lens_known: boolean;
    by_corners: boolean;
    warnings: string[];
    name: string;
    kept: string;
  }

  /** The open game: its book, who fights, and where it stands. ``head``: to be named in every request that changes something. ``goes_on`` and ``ends``: actions of a side. ``house_says``: the house rules in force, in words. */
  interface TableGame {
    name: string;
    title: string;
    rules: string;
    rules_title: string;
    length: string;
    squares: [number, number];
    edition: string;
    head: number;
    can_undo: boolean;
    is_demo: boolean;
    sides: string[];
    armies: TableArmy[];
    colours: Record<string, string>;
    premeasure: boolean;
    goes_on: string[];
    ends: string[];
    house_says: Record<string, string>;
    over: Victory | null;
    turn: number;
    phase: string;
    to_act: string[];
    lines: [string, string][];
  }

  /** A printed marker that lies on the table: the centre of its black square and its side, inches; ``turned_deg`` counter-clockwise from its top looking north. */
  interface TableMarker {
    id: number;
    x_in: number;
    y_in: number;
    size_in: number;
    turned_deg: number;
  }

  /** A unit's card, the payloads of its bases, and what it has left of what it began with. */
  interface TableUnit {
    unit: string;
    name: string;
    side: string;
    kind: string;
    lines: [string, string][];
    badges: string[];
    gone: boolean;
    lost: string[];
    stays: boolean;
    bases: string[];
    strength: Strength | null;
  }

  /** Whose tags are in sight, by the battle's key; ``others``: codes that are none of theirs. ``read``: how many codes were legible. */
  interface TagsPage {
    battles: Record<string, BattleSeen>;
    others: string[];
    read: number;
  }

  /** The one distance that nobody has measured: between the middles of two markers. The ± of a gap of a foot mid-table, inches, as it is and as the tape would make it. */
  interface TapeWanted {
    first: number;
    second: number;
    foot_before_in: number;
    foot_after_in: number;
  }

  /** One of the book's own terms, and the others that it may be set to. */
  interface TermStepper {
    kind: "term";
    what: string;
    value: string;
    options: ValueSet[];
  }

  /** One piece of scenery. ``outline_in``: corners of an area, or the points of a line when ``is_line`` (hedge, wall, stream, road). ``height_in``: how far its top, or the ground on it, stands above the table. ``kind``: hill, wood, building, hedge, wall, fieldwork, stream, river, road, rough, marsh, field, impassable. ``tags`` add what a camera cannot know ("steep", "high"). */
  interface Terrain {
    kind: string;
    outline_in: [number, number][];
    height_in: number;
    name: string;
    is_line: boolean;
    level: number;
    tags: string[];
  }

  /** The table, and what can be drawn on it. */
  interface TerrainPage {
    version: number;
    source: string;
    can: Can;
    banner: Banner | null;
    troubles: string[];
    blind: string;
    size_in: number[];
    taken_s: number;
    now_s: number;
    picture: Picture | null;
    cameras: string[];
    markers: TableMarker[];
    bases: TableBase[];
    terrain: Terrain[];
    flags: Flag[];
    club?: ClubShown;
    clock: ClockShown | null;
    game: TableGame | null;
    units: TableUnit[];
    open: OpenAction | null;
    prompt: AskedRoll | AskedChoice | AskedDraw | AskedLook | null;
    dice: DiceShown | null;
    far_dice: string[] | null;
    guide: GuideShown | null;
    verdicts: RulingCard[];
    wish: WishShown | null;
    declined: Refused | null;
    taken_back: string | null;
    head_moved: HeadMoved | null;
    undoes: string | null;
    moved_by_hand: MovedByHand | null;
    you?: You;
    kinds: KindDrawn[];
    layouts: LayoutListed[];
  }

  /** One throw that a camera read; ``before``: those before it that do not count, in words. */
  interface ThrowRead {
    event: number;
    what: string;
    faces: number[];
    how: string;
    before: string;
  }

  /** A part of the picture, WebP in base64; ``box``: left, top, right and bottom as shares of the picture, from 0 to 1; ``n`` stays with the place. */
  interface TileShown {
    n: number;
    box: number[];
    webp: string;
  }

  /** A rule set that can be chosen. */
  interface Titled {
    name: string;
    title: string;
  }

  /** A call for an umpire, seconds since the epoch; ``answer``: "" while nobody has answered. */
  interface UmpireCalled {
    text: string;
    at_s: number;
    answer: string;
  }

  /** A kind of unit for the army page: its options (first is the default) and bases. ``leads``: it may lead a brigade or an army. */
  interface UnitKind {
    kind: string;
    title: string;
    choices: Record<string, string[]>;
    bases: BaseShape[];
    leads: boolean;
  }

  /** All that can be set of one unit at the step ``head``. */
  interface UnitValues {
    head: number;
    fields: RawValue[];
    steppers: (CountStepper | MarkStepper | TermStepper)[];
  }

  /** The one edit of the state after which a line of the ledger stands at ``shows``. */
  interface ValueSet {
    path: string;
    value: boolean | number | string;
    shows: boolean | number | string;
  }

  /** What an army costs, unit by unit, its faults, and its file where all kinds are known. */
  interface Verdict {
    points: Record<string, number>;
    total: number;
    faults: Refusal[];
    file?: string;
  }

  /** The game is over; ``winner`` "" is a draw. */
  interface Victory {
    winner: string;
    says: string;
    rules: string[];
  }

  /** A link of watchers as the table lists it: nothing that opens it. ``made_s`` since the epoch; ``delay_min``: they are shown what was so many minutes ago. */
  interface WatchersLink {
    mark: string;
    name: string;
    delay_min: number;
    made_s: number;
  }

  /** The links of watchers. */
  interface WatchersLinks {
    links: WatchersLink[];
  }

  /** What has changed of the table and its picture, or ``waits_s``: seconds until there is any. ``set``: whole values of ``Table`` by their names; ``lists``: ``bases``, ``units`` and ``verdicts`` by member. ``margin``: what the picture shows round the table, and the table's size, inches. To be sent back when asking again: ``clock``, ``number`` as since, ``tiles_until`` as tiles. ``fresh``: all of it is sent, nothing of before holds. ``at_s``: since the epoch. */
  interface WatchersNow {
    waits_s?: number;
    number?: number;
    tiles_until?: number;
    at_s?: number;
    set?: Record<string, any>;
    lists?: Record<string, MembersChanged>;
    margin?: [number, number, number] | null;
    tiles?: TileShown[];
    clock: string;
    fresh: boolean;
    delay_min: number;
  }

  /** All that has moved; ``comes_to`` while models are asked to be moved. */
  interface WhatMoved {
    moved: Moved[];
    comes_to?: ComesTo;
  }

  /** What somebody asks those who did it to take back: the last step, or the whole action; or, ``refused``, what somebody asks to do though the rules refuse it. */
  interface WishShown {
    head: number;
    by: Person;
    whole: boolean;
    says: string;
    refused: boolean;
  }

  /** Setting up at one ``step``; without a camera (``there``) it ``says`` so and no more is told. The lens is told at its own step and with the markers; where how well the table is measured is shown, all of ``ReportPage``. */
  interface WizardPage {
    there: boolean;
    says: string;
    step: string;
    steps: WizardStep[];
    bar_mm: number;
    tags_scale: number;
    simulated: boolean;
    cameras?: CameraChoice;
    camera?: CameraFacts;
    lens?: LensWork;
    table?: TableFound;
    source?: string;
    can?: Can;
    now_s?: number;
    rulers?: RulerShown[];
    bases?: BaseOfUnit[];
    accuracy?: AccuracyMap | null;
    legibility?: LegibilityMap | null;
  }

  /** A step of setting up: ``now``, ``done`` or ``open``. */
  interface WizardStep {
    key: string;
    state: string;
  }

  /** The visitor: role, side, and what they may do. ``acts_for``: sides, ``*`` for both. */
  interface You {
    role: string;
    side: string;
    name: string;
    afar: boolean;
    may_act: boolean;
    may_overrule: boolean;
    acts_for: string[];
    may_measure?: boolean;
  }
}
