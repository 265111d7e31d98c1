import { readFile, statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { readVersion } from "./version";

/** This process and the disk that its data is on. */
export type Runtime = {
  /** From package.json. */
  service: string;
  /** The first seven digits of the commit; null without a Git folder. */
  commit: string | null;
  node: string;
  startedAt: Date;
  disk: { freeBytes: number; totalBytes: number };
};

const startedAt = new Date(performance.timeOrigin);

/** @param dataDir folder on the disk to look at */
export async function readRuntime(dataDir: string): Promise<Runtime> {
  const [service, commit, disk] = await Promise.all([
    readVersion(),
    readCommit().catch(() => null),
    statfs(dataDir),
  ]);
  return {
    service,
    commit: commit?.slice(0, 7) ?? null,
    node: process.versions.node,
    startedAt,
    disk: {
      freeBytes: disk.bavail * disk.bsize,
      totalBytes: disk.blocks * disk.bsize,
    },
  };
}

/** Throws when the service doesn't run from a Git working copy. */
async function readCommit(): Promise<string | null> {
  const head = (await readFile(resolve(".git/HEAD"), "utf8")).trim();
  const [, ref] = /^ref: (\S+)$/.exec(head) ?? [];
  const hash = ref === undefined ? head : (await readFile(resolve(".git", ref), "utf8")).trim();
  return /^[0-9a-f]{40,64}$/.test(hash) ? hash : null;
}
