import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { exitOf } from "../supervisor/child-exit";
import { OperatorError } from "../supervisor/operator-error";

type Program = "pg_dump" | "pg_restore";

/** The newest of PostgreSQL's client programs on this machine, and its major version. */
function findProgram(program: Program): { path: string; major: number } | null {
  const debian = "/usr/lib/postgresql";
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...(existsSync(debian) ? readdirSync(debian).map((each) => join(debian, each, "bin")) : []),
  ];
  const found = folders
    .map((folder) => join(folder, program))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, major: majorOf(spawnSync(path, ["--version"]).stdout.toString()) }));
  return found.toSorted((a, b) => b.major - a.major)[0] ?? null;
}

const majorOf = (version: string): number => Number(/ (\d+)/.exec(version)?.[1] ?? 0);

/**
 * Passes on what pg_dump writes in its custom format: everything but the queue, which workers fill
 * again from the ledger.
 *
 * @throws OperatorError without a pg_dump that knows the server's version
 */
export async function withDump<T>(url: string, work: (dump: Readable) => Promise<T>): Promise<T> {
  const major = await serverMajor(url);
  const program = findProgram("pg_dump");
  if (!program || program.major < major) {
    throw new OperatorError(
      `To back up PostgreSQL ${major}, install its client programs (on Debian: postgresql-client-${major}). ${program ? `pg_dump ${program.major} is too old.` : "There is no pg_dump."}`,
    );
  }
  const args = ["--format=custom", "--no-owner", "--no-privileges", "--exclude-schema=pgboss"];
  const child = spawn(program.path, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...connectionVariables(url),
      PGDATABASE: new URL(url).pathname.slice(1),
    },
  });
  let problem = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (problem += text));
  const exited = exitOf(child);
  // An incomplete dump must not look like one that has ended.
  return work(Readable.from(requireSuccess(child.stdout, exited, () => problem)));
}

async function* requireSuccess(
  chunks: AsyncIterable<Buffer>,
  exited: Promise<number>,
  problem: () => string,
): AsyncGenerator<Buffer> {
  yield* chunks;
  if ((await exited) !== 0) throw new OperatorError(`pg_dump failed: ${problem().trim()}`);
}

async function serverMajor(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ major: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS major",
    );
    return rows[0]?.major ?? 0;
  });
}

/**
 * Restores a dump into an empty database.
 *
 * @throws OperatorError when there are tables in it, or pg_restore fails
 */
export async function restoreDump(dump: Readable, url: string): Promise<void> {
  const program = findProgram("pg_restore");
  if (!program)
    throw new OperatorError("There is no pg_restore. Install PostgreSQL's client programs.");
  const isEmpty = await withClient(url, async (client) => {
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1",
    );
    return rowCount === 0;
  });
  if (!isEmpty) {
    throw new OperatorError(
      "The database of DATABASE_URL has tables in it. Create an empty one, set DATABASE_URL to it, and restore into that.",
    );
  }
  const database = new URL(url).pathname.slice(1);
  const args = ["--no-owner", "--no-privileges", "--exit-on-error", `--dbname=${database}`];
  const child = spawn(program.path, args, {
    stdio: ["pipe", "ignore", "pipe"],
    env: { ...process.env, ...connectionVariables(url) },
  });
  let problem = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (problem += text));
  const [code] = await Promise.all([
    exitOf(child),
    pipeline(dump, child.stdin).catch((error: unknown) => (problem ||= String(error))),
  ]);
  if (code !== 0) throw new OperatorError(`pg_restore failed: ${problem.trim().split("\n")[0]}`);
}

/** A connection string as variables of PostgreSQL's programs, which other users can't see. */
function connectionVariables(url: string): Record<string, string> {
  const { host, port, user, password } = new Client({ connectionString: url });
  const { searchParams } = new URL(url);
  // "no-verify" is the driver's own word.
  const mode = searchParams.get("sslmode")?.replace("no-verify", "require");
  const authority =
    searchParams.get("sslrootcert") ?? (mode === "verify-full" ? "system" : undefined);
  return {
    ...(mode === undefined ? {} : { PGSSLMODE: mode }),
    ...(authority === undefined ? {} : { PGSSLROOTCERT: authority }),
    PGHOST: host,
    PGPORT: String(port),
    ...(user === undefined ? {} : { PGUSER: user }),
    ...(typeof password === "string" ? { PGPASSWORD: password } : {}),
  };
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
