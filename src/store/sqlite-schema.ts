/**
 * What each version of the file added to the one before, the first to an empty file. A step is never changed once it was
 * released: a store of version n goes through the steps after n, in one transaction.
 */
const schemaSteps: readonly string[] = [
  `CREATE TABLE streams (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE events (
    stream INTEGER NOT NULL REFERENCES streams (id),
    seq INTEGER NOT NULL,
    v INTEGER NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (stream, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  // What a repair took out of a stream: rows as they were found, whatever is in them.
  `CREATE TABLE set_aside (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stream INTEGER NOT NULL,
    repaired_at INTEGER NOT NULL,
    seq ANY, v ANY, at ANY, type ANY, body ANY, hash ANY
  ) STRICT;`,
];

/** `user_version` of the file: how many of the steps it has. */
export const schemaVersion = schemaSteps.length;

/** The statements that bring a file of this version, 0 for an empty one, to the present version. */
export const upgradeFrom = (version: number): string =>
  `${schemaSteps.slice(version).join('\n')}\nPRAGMA user_version = ${schemaVersion};`;
