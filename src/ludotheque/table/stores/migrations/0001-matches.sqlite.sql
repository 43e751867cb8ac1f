-- A match and its log. The primary key of the log is the lock: of two who write the same number one is told no.
CREATE TABLE matches (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  secret BLOB NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE events (
  match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (match, seq)
) WITHOUT ROWID; -- one tree instead of two: half the pages to write

CREATE INDEX unfinished ON matches (id) WHERE ended = 0;
