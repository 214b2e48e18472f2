-- One game, append-only. Version 1, documented in docs/journal.md.
-- Undo moves game.head; nothing is deleted. The triggers at the end refuse the rest.

CREATE TABLE event (
    id     INTEGER PRIMARY KEY,
    parent INTEGER REFERENCES event(id),
    kind   TEXT NOT NULL,
    body   TEXT NOT NULL,             -- JSON
    state  TEXT                       -- JSON of the rule set's state after it, where it changed
);

CREATE TABLE game (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    head    INTEGER REFERENCES event(id),
    version INTEGER NOT NULL
);
INSERT INTO game VALUES (1, NULL, 1);

-- Every time the head was moved back (undo) or forward again, who did it and why.
CREATE TABLE shift (
    id   INTEGER PRIMARY KEY,
    frm  INTEGER NOT NULL REFERENCES event(id),
    dest INTEGER NOT NULL REFERENCES event(id),
    body TEXT NOT NULL                -- JSON
);

-- Large things that belong to an event: the frozen snapshot, the picture of a ruling.
CREATE TABLE kept (
    event   INTEGER NOT NULL REFERENCES event(id),
    what    TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (event, what)
);

-- A digest of every event, shift and kept thing, compared when the journal is opened.
CREATE TABLE seal (
    what   TEXT PRIMARY KEY,          -- "event 7", "shift 2", "kept 7 snapshot"
    digest BLOB NOT NULL
);

-- What is not history: the half-typed hand of dice, and where model bases were put by hand.
CREATE TABLE draft (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    head INTEGER NOT NULL,
    body TEXT NOT NULL                -- JSON
);
CREATE TABLE placed (
    payload TEXT PRIMARY KEY,
    body    TEXT NOT NULL             -- JSON
);

CREATE INDEX event_parent ON event(parent);

CREATE TRIGGER event_kept_as_written BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER event_never_deleted BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER shift_kept_as_written BEFORE UPDATE ON shift
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER shift_never_deleted BEFORE DELETE ON shift
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER kept_as_written BEFORE UPDATE ON kept
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER kept_never_deleted BEFORE DELETE ON kept
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER game_never_deleted BEFORE DELETE ON game
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
