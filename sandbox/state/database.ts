import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SandboxRefusal } from "../settings";

const schemaVersion = 2;

// An envelope contains what the messages of one batch share, so a row of `messages` is little more than the
// recipient and the few bytes in which the body differs from the template.
const schema = `
CREATE TABLE templates (
  id INTEGER PRIMARY KEY,
  sender TEXT NOT NULL,
  subject TEXT NOT NULL,
  content BLOB NOT NULL
);
CREATE TABLE envelopes (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  sender TEXT NOT NULL,
  subject TEXT NOT NULL,
  tag TEXT NOT NULL,
  stream TEXT NOT NULL,
  UNIQUE (tag, provider, sender, subject, stream)
);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  envelope_id INTEGER NOT NULL REFERENCES envelopes (id),
  recipient TEXT NOT NULL COLLATE NOCASE,
  provider_message_id BLOB NOT NULL,
  metadata TEXT NOT NULL,
  template_id INTEGER NOT NULL REFERENCES templates (id),
  body BLOB,
  accepted_at INTEGER NOT NULL,
  accepted_at_real INTEGER NOT NULL
);
CREATE INDEX messages_recipient ON messages (channel, recipient);
CREATE INDEX messages_envelope ON messages (envelope_id);
CREATE INDEX messages_accepted_at ON messages (accepted_at);
CREATE UNIQUE INDEX messages_provider_message_id ON messages (provider_message_id);
CREATE TABLE suppressions (
  provider TEXT NOT NULL,
  stream TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, stream, address)
) WITHOUT ROWID;
CREATE TABLE faults (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  fault TEXT NOT NULL
);
CREATE TABLE received (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  body TEXT NOT NULL,
  headers TEXT NOT NULL
);
CREATE INDEX received_kind ON received (kind);
CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  anchor_real INTEGER NOT NULL,
  anchor_now INTEGER NOT NULL,
  rate REAL NOT NULL,
  is_simulated INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  set_to INTEGER
);
`;

const upgradeFromVersion1 =
  "ALTER TABLE messages ADD COLUMN accepted_at_real INTEGER NOT NULL DEFAULT 0; DELETE FROM faults";

/**
 * Opens the sandbox's database, creating the folder if it is missing. Committed transactions survive
 * a kill -9 of the process.
 *
 * @throws SandboxRefusal when the folder or the database file can't be used
 */
export function openDatabase(directory: string): DatabaseSync {
  try {
    mkdirSync(directory, { recursive: true });
    const database = new DatabaseSync(join(directory, "sandbox.sqlite"), { timeout: 5_000 });
    database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;",
    );
    prepareSchema(database);
    return database;
  } catch (error) {
    throw new SandboxRefusal(
      `The sandbox can't use its data in ${directory} (${error instanceof Error ? error.message : String(error)}). Delete that folder to start over.`,
      { cause: error },
    );
  }
}

function prepareSchema(database: DatabaseSync): void {
  const row = database.prepare("PRAGMA user_version").get();
  const version = Number(row?.["user_version"]);
  if (version === schemaVersion) return;
  if (version > schemaVersion) throw new Error(`its version is ${version}, not ${schemaVersion}`);
  inTransaction(database, () => {
    database.exec(version === 0 ? schema : upgradeFromVersion1);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
}

/** Runs the work in one transaction and rolls it back if the work throws. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
