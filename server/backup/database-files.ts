import { spawn } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { chmod, chown, mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findPrograms } from "../postgres/programs";
import { exitOf } from "../run/child-exit";
import { takeLock } from "../run/instance-lock";
import { OperatorError } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";

// The embedded PostgreSQL comes without pg_dump and pg_basebackup. The server itself can write a base
// backup to its own disk: https://www.postgresql.org/docs/18/protocol-replication.html

/**
 * Has the embedded server back up its files, and passes the archive to `work`: a compressed tar file that
 * includes the write-ahead log it needs. The database stays writable.
 *
 * @param url its superuser's connection string
 * @throws OperatorError while another backup is being made
 */
export async function withDatabaseFiles<T>(
  url: string,
  dataDir: string,
  work: (archive: Readable) => Promise<T>,
): Promise<T> {
  const release = takeLock(resolve(dataDir, "backup.lock"));
  if (!release) throw new OperatorError("Another backup is being made. Try again when it's done.");
  const folder = resolve(dataDir, "backup.unfinished");
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    await giveToServer(folder, dataDir);
    await writeBaseBackup(url, folder);
    return await work(createReadStream(join(folder, "base.tar.gz")));
  } finally {
    await rm(folder, { recursive: true, force: true });
    release();
  }
}

async function writeBaseBackup(url: string, folder: string): Promise<void> {
  // The driver passes this on to the server; its types don't know it.
  const options = { connectionString: url, replication: "database" };
  await withConnection(options, (client) =>
    client.query(
      `BASE_BACKUP (LABEL 'backup', CHECKPOINT 'fast', WAL true, TARGET 'server',
        TARGET_DETAIL '${folder.replaceAll("'", "''")}', COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=3')`,
    ),
  );
}

/** The server may run as a different user. */
async function giveToServer(folder: string, dataDir: string): Promise<void> {
  const { identity } = await findPrograms(resolve(dataDir, "postgres"));
  if (identity) await chown(folder, identity.uid, identity.gid);
}

/**
 * Unpacks a backup of the embedded server's files to `dataDir/postgres`. Renames the existing folder first,
 * and returns its new name.
 */
export async function unpackDatabaseFiles(
  archive: Readable,
  dataDir: string,
  now: Date,
): Promise<string | null> {
  const cluster = resolve(dataDir, "postgres");
  const unpacked = `${cluster}.unpacked`;
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true, mode: 0o700 });
  const tar = spawn("tar", ["-xzf", "-", "-C", unpacked], { stdio: ["pipe", "ignore", "pipe"] });
  let problem = "";
  tar.stderr.setEncoding("utf8").on("data", (text: string) => (problem += text));
  const [code, failure] = await Promise.all([
    exitOf(tar),
    pipeline(archive, tar.stdin).catch((error: unknown) => error),
  ]);
  if (code !== 0 || failure !== undefined) {
    await rm(unpacked, { recursive: true, force: true });
    const reason = problem.trim().split("\n")[0] ?? "";
    throw new OperatorError(`The backup can't be unpacked${reason ? `: ${reason}` : ""}.`, {
      cause: failure,
    });
  }
  const { identity } = await findPrograms(cluster);
  if (identity) await chownAll(unpacked, identity);
  await chmod(unpacked, 0o700);
  const previous = `${cluster}.before-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
  const hadOne = existsSync(cluster);
  if (hadOne) await rename(cluster, previous);
  await rename(unpacked, cluster);
  return hadOne ? previous : null;
}

async function chownAll(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const child = spawn("chown", ["-R", `${uid}:${gid}`, folder], { stdio: "ignore" });
  if ((await exitOf(child)) !== 0) throw new OperatorError(`Can't change the owner of ${folder}.`);
}
