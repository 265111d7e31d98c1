import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brand } from "@/lib/brand";
import { explain, OperatorError } from "@/lib/platform/operator-error";
import { databaseUser } from "./connection";
import { commandFor, majorVersion, type Identity, type Programs } from "./programs";

// The files of the embedded database ("cluster" is PostgreSQL's word for its data folder). The
// password and the last port are stored next to PostgreSQL's own files.

const passwordFileName = "threeline-password";
const portFileName = "threeline-port";

/**
 * Checks the contents of the database folder, and creates `dataDir` if needed.
 *
 * @throws OperatorError when the folder can't be used as it is; nothing in it is changed
 */
export function inspectCluster(dataDir: string, cluster: string): "missing" | "ready" {
  if (!existsSync(cluster)) {
    explain(`Can't create the data folder ${dataDir}`, () =>
      mkdirSync(dataDir, { recursive: true }),
    );
    return "missing";
  }
  if (!lstatSync(cluster).isDirectory() && !statSync(cluster).isDirectory()) {
    throw new OperatorError(`${cluster} is a file, but the database needs a folder there.`);
  }
  const files = readdirSync(cluster);
  if (files.length === 0) return "missing";
  if (!files.includes("PG_VERSION") || !files.includes("global") || !files.includes("base")) {
    throw new OperatorError(
      `${cluster} has files in it but isn't a complete database. Move it away to start with an empty one.`,
    );
  }
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (version !== String(majorVersion)) {
    throw new OperatorError(
      `${cluster} was created by PostgreSQL ${version}, but this version of ${brand.name} comes with PostgreSQL ${majorVersion}.`,
    );
  }
  if (!files.includes(passwordFileName)) {
    throw new OperatorError(
      `${cluster} has no ${passwordFileName} file, which holds the database's password. Move the folder away to start with an empty database.`,
    );
  }
  return "ready";
}

/**
 * Creates an empty database in `cluster`: first in a folder next to it, which is renamed once complete, so
 * that an interrupted start leaves nothing half-done.
 */
export function initializeCluster(programs: Programs, cluster: string): void {
  const unfinished = `${cluster}.unfinished`;
  const passwordFile = `${cluster}.password`;
  const password = randomBytes(24).toString("base64url");
  explain(`Can't create the database in ${cluster}`, () => {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    setOwner(programs.identity, unfinished);
    setOwner(programs.identity, passwordFile);
  });
  const { command, args, identity } = commandFor(programs, "initdb", [
    `--pgdata=${unfinished}`,
    `--username=${databaseUser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--no-instructions",
  ]);
  const initdb = spawnSync(command, args, { ...identity, encoding: "utf8", cwd: unfinished });
  rmSync(passwordFile, { force: true });
  if (initdb.status !== 0) {
    const lines = initdb.stderr.trim().split("\n");
    const detail = lines.find((line) => line.includes("error:")) ?? lines.at(-1) ?? initdb.error;
    rmSync(unfinished, { recursive: true, force: true });
    throw new OperatorError(`Can't create the database in ${cluster}: ${detail}.`);
  }
  writeFileSync(join(unfinished, passwordFileName), password, { mode: 0o600 });
  setOwner(programs.identity, join(unfinished, passwordFileName));
  renameSync(unfinished, cluster);
}

function setOwner(identity: Identity | undefined, path: string): void {
  if (identity) chownSync(path, identity.uid, identity.gid);
}

/** The database's password, stored next to its files. */
export function readPassword(cluster: string): string {
  return explain(`Can't read the database in ${cluster}`, () =>
    readFileSync(join(cluster, passwordFileName), "utf8").trim(),
  );
}

/** The port the server last listened on, or undefined if it never ran. */
export function readLastPort(cluster: string): number | undefined {
  const path = join(cluster, portFileName);
  return existsSync(path) ? Number(readFileSync(path, "utf8")) : undefined;
}

/** Stores the port for the next start. */
export function storeLastPort(cluster: string, port: number): void {
  writeFileSync(join(cluster, portFileName), String(port));
}
