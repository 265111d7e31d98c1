import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { findInstalled } from "../postgres/programs";
import { exitOf } from "../run/child-exit";
import { OperatorError } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";

/**
 * Passes on what pg_dump writes in its custom format: everything but the queue, which workers refill from the
 * ledger.
 *
 * @throws OperatorError without a pg_dump that knows the server's version
 */
export async function withDump<T>(url: string, work: (dump: Readable) => Promise<T>): Promise<T> {
  const major = await serverMajor(url);
  const program = findClient("pg_dump", major);
  if (!program || program.major < major) {
    throw new OperatorError(
      `To back up PostgreSQL ${major}, install its client programs (on Debian: postgresql-client-${major}). ${program ? `pg_dump ${program.major} is too old.` : "There is no pg_dump."}`,
    );
  }
  const args = ["--format=custom", "--no-owner", "--no-privileges"];
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
  // An incomplete dump must not look complete.
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

/**
 * Newer programs set parameters that an older server refuses, so programs of the server's version come first.
 */
function findClient(program: "pg_dump" | "pg_restore", serverVersion: number) {
  return findInstalled(program, serverVersion) ?? findInstalled(program);
}

async function serverMajor(url: string): Promise<number> {
  return withConnection(url, async (client) => {
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
  const program = findClient("pg_restore", await serverMajor(url));
  if (!program)
    throw new OperatorError("There is no pg_restore. Install PostgreSQL's client programs.");
  const isEmpty = await withConnection(url, async (client) => {
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

/** A connection string as PostgreSQL's environment variables, which other users can't see. */
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
