import { once } from "node:events";
import { basename, join } from "node:path";
import { Option, type Command } from "commander";
import {
  backupResults,
  reportBackupSchema,
  type BackupResult,
} from "@/lib/contracts/admin/settings";
import type { Context } from "@/lib/domain/context";
import { listImageFiles } from "@/lib/domain/images/images";
import { createImageStore } from "@/lib/composition";
import { recordCheck, reportBackup, type Backup } from "@/lib/domain/status/backups";
import { countOf } from "@/lib/messages/counts";
import { settingsMessages as messages } from "@/lib/messages/admin/settings";
import { parseEnv, type Env } from "@/lib/platform/env";
import { readBackupFile } from "@/lib/platform/service/backup-file";
import { checkBackup } from "@/server/backup/check";
import { unpackDatabaseFiles, withDatabaseFiles } from "@/server/backup/database-files";
import { backUpImages, restoreImages } from "@/server/backup/images";
import { restoreDump, withDump } from "@/server/backup/dump";
import {
  chooseBackup,
  createKey,
  deleteOldBackups,
  listBackups,
  openBackup,
  storeBackup,
  type StoredBackup,
} from "@/server/backup/files";
import { acceptsConnections } from "@/server/postgres/connection";
import { readLocalPostgresUrl } from "@/server/postgres/local-postgres";
import { takeLock } from "@/server/run/instance-lock";
import { readRunningInstance } from "@/server/run/local-file";
import { OperatorError, reasonOf } from "@/lib/platform/operator-error";
import { formatTable } from "../admin-options";
import { withServices } from "../services";

type BackupOptions = {
  file?: string;
  name?: string;
  finished?: string;
  size?: string;
  result?: BackupResult;
};

/** Where backups are kept unless BACKUP_DIR is set. */
const folderOf = (env: Env) => env.BACKUP_DIR ?? join(env.DATA_DIR, "backups");

const isEmbedded = (env: Env) => readLocalPostgresUrl(env.DATA_DIR) === env.DATABASE_URL;

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** `backup`, its subcommands, and `restore`. */
export function registerBackupCommands(program: Command): void {
  const command = program
    .command("backup")
    .description("back up the database and images, encrypted with BACKUP_KEY, to BACKUP_DIR")
    .addHelpText(
      "after",
      `
Without BACKUP_DIR, backups are in DATA_DIR/backups. Set it to another disk. Backups are deleted after
30 days. Exits with 2 if only images couldn't be backed up. Your own PostgreSQL server needs pg_dump of
its version.

Examples:
  $ npm run cli -- backup
  $ npm run cli -- backup verify`,
    )
    .action(() => withServices(async ({ ctx }, env) => makeBackup(ctx, env)));
  registerKey(command);
  registerList(command);
  registerVerify(command);
  registerRecord(command);
  registerRestore(program);
}

async function makeBackup(ctx: Context, env: Env): Promise<void> {
  const startedAt = new Date();
  const folder = folderOf(env);
  const kind = isEmbedded(env) ? "files" : "dump";
  const store = async (content: Parameters<typeof storeBackup>[1]) => {
    // By the first byte, the server has finished its own backup, or pg_dump has its snapshot.
    await once(content, "readable");
    return storeBackup(folder, content, { kind, asOf: new Date(), key: env.BACKUP_KEY });
  };
  const stored =
    kind === "files"
      ? await withDatabaseFiles(env.DATABASE_URL, env.DATA_DIR, store)
      : await withDump(env.DIRECT_DATABASE_URL, store);
  await recordCheck(ctx, { ...stored, result: "unchecked" }, "operator");
  const seconds = (Date.now() - startedAt.getTime()) / 1000;
  console.log(
    `Wrote ${stored.path}: ${inMegabytes(stored.sizeBytes)} in ${seconds.toFixed(1)} s${stored.isEncrypted ? "" : ", not encrypted"}.`,
  );
  for (const name of await deleteOldBackups(folder, startedAt)) console.log(`Deleted ${name}.`);
  const images = await listImageFiles(ctx);
  const { copied, bytes, problems } = await backUpImages(folder, images, ctx.images.store, {
    key: env.BACKUP_KEY,
    now: stored.asOf,
  });
  if (images.length > 0) {
    console.log(
      `${countOf(images.length, "image")}, ${countOf(copied, "new file")}, ${inMegabytes(bytes)}.`,
    );
  }
  reportImages("can't be backed up", problems);
}

/** Prints what went wrong with images, and makes the command exit with 2: the database is safe. */
function reportImages(what: string, problems: readonly string[]): void {
  const [first] = problems;
  if (first === undefined) return;
  console.error(`${countOf(problems.length, "image file")} ${what}. The first: ${first}`);
  process.exitCode = 2;
}

function registerKey(command: Command): void {
  command
    .command("key")
    .description("create keys that encrypt backups")
    .addHelpText(
      "after",
      `
Set BACKUP_KEY to the public key where backups are made, and keep the secret one somewhere else:
without it, no backup can be restored. The age program (https://age-encryption.org) reads them, too.

Example:
  $ npm run cli -- backup key`,
    )
    .action(async () => {
      const key = await createKey();
      console.log(`Public key, for BACKUP_KEY:       ${key.public}`);
      console.log(`Secret key, to verify and restore: ${key.secret}`);
    });
}

function registerList(command: Command): void {
  command
    .command("list")
    .description("list the backups in BACKUP_DIR, newest first")
    .option("--json", "print one JSON object")
    .addHelpText("after", "\nExample:\n  $ npm run cli -- backup list")
    .action(async ({ json }: { json?: boolean }) => {
      const backups = await listBackups(folderOf(parseEnv(process.env)));
      if (json) {
        console.log(JSON.stringify({ backups }));
        return;
      }
      const rows = backups.map(({ name, finishedAt, sizeBytes }) => [
        name,
        finishedAt.toISOString(),
        inMegabytes(sizeBytes),
      ]);
      console.log(formatTable([["NAME", "FINISHED", "SIZE"], ...rows]));
    });
}

function registerVerify(command: Command): void {
  command
    .command("verify")
    .description("restore a backup into a temporary server, and check everything in it")
    .argument("[name]", "of a backup in BACKUP_DIR (default: the newest)")
    .addHelpText(
      "after",
      `
Reads every page of every table, compares every index with its table, and reads every image file.
Records the result, which Status shows, if the service's database can be reached. Exits with 1 if the
backup can't be restored. Needs as much disk as the database, in TMPDIR or /var/tmp.

Example:
  $ npm run cli -- backup verify`,
    )
    .action(async (name?: string) => {
      const env = parseEnv(process.env);
      const backup = await findBackup(env, name);
      const startedAt = Date.now();
      let problems: string[];
      try {
        const check = await checkBackup(backup, env.BACKUP_KEY);
        problems = check.problems;
        const newest = check.newestEntryAt?.toISOString() ?? "none";
        console.log(
          `${backup.name}: ${check.tables} tables, ${check.indexes} indexes, ${check.subscribers} subscribers, ${countOf(check.images, "image")}, newest entry ${newest}.`,
        );
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        problems = [error.message];
      }
      const result = problems.length === 0 ? "passed" : "failed";
      for (const problem of problems) console.error(problem);
      const seconds = (Date.now() - startedAt) / 1000;
      if (result === "passed") console.log(`Restored and checked in ${seconds.toFixed(1)} s.`);
      else process.exitCode = 1;
      await recordResult({ ...backup, result });
    });
}

/** A machine that only verifies backups has no access to the service's database. */
async function recordResult(backup: Backup): Promise<void> {
  try {
    await withServices(({ ctx }) => recordCheck(ctx, backup, "operator"));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(
      `The result isn't recorded: ${error.message} Where the service runs: backup record --file BACKUP_DIR/${backup.name} --result ${backup.result}`,
    );
  }
}

async function findBackup(env: Env, name: string | undefined): Promise<StoredBackup> {
  if (name === undefined) return chooseBackup(folderOf(env));
  const found = (await listBackups(folderOf(env))).find((each) => each.name === name);
  if (!found) throw new OperatorError(`There is no backup ${name} in ${folderOf(env)}.`);
  return found;
}

function registerRestore(program: Command): void {
  program
    .command("restore")
    .description("restore the newest backup, or the newest from before a time")
    .option("--to <time>", "such as 2026-11-23T08:05:00Z")
    .option("--images-only", "only the image files that are missing, while the service runs")
    .addHelpText(
      "after",
      `
Stop the service first. The embedded database's files are replaced, and the previous ones kept next to
them. With DATABASE_URL, it restores into that database, which must be empty. To restore to an exact
second, use pgBackRest: docs/operations.md. At the next start, workers find out what was sent after the
backup before they send anything.

Examples:
  $ npm run cli -- restore
  $ npm run cli -- restore --to 2026-11-23T08:05:00Z`,
    )
    .action(async ({ to, imagesOnly = false }: { to?: string; imagesOnly?: boolean }) => {
      const env = parseEnv(process.env);
      const time = to === undefined ? undefined : new Date(to);
      if (time && Number.isNaN(time.getTime())) {
        throw new OperatorError("Give the time as 2026-11-23T08:05:00Z.");
      }
      const backup = await chooseBackup(folderOf(env), time);
      if (imagesOnly) {
        await putBackImages(env, backup);
        return;
      }
      const startedAt = Date.now();
      await restore(env, backup);
      await putBackImages(env, backup);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      console.log(`Restored ${backup.name} in ${seconds} s. Start the service now.`);
    });
}

async function putBackImages(env: Env, { asOf }: StoredBackup): Promise<void> {
  const { restored, problems } = await restoreImages(folderOf(env), createImageStore(env), {
    key: env.BACKUP_KEY,
    existedAt: asOf,
  });
  if (restored > 0) console.log(`Restored ${countOf(restored, "image file")}.`);
  reportImages("can't be restored", problems);
}

async function restore(env: Env, backup: StoredBackup): Promise<void> {
  if (backup.kind === "dump") {
    await restoreDump(await openBackup(backup, env.BACKUP_KEY), env.DIRECT_DATABASE_URL);
    return;
  }
  const release = takeLock(join(env.DATA_DIR, "postgres.lock"));
  const url = readLocalPostgresUrl(env.DATA_DIR);
  // A killed start can leave its database server running.
  const isRunning = url !== undefined && (await acceptsConnections(url));
  if (!release || isRunning || readRunningInstance(env.DATA_DIR)) {
    release?.();
    throw new OperatorError(`Stop the service that is running in ${env.DATA_DIR} first.`);
  }
  try {
    const content = await openBackup(backup, env.BACKUP_KEY);
    const previous = await unpackDatabaseFiles(content, env.DATA_DIR, new Date());
    if (previous !== null) console.log(`The database from before is in ${previous}.`);
  } finally {
    release();
  }
}

function registerRecord(command: Command): void {
  command
    .command("record")
    .description("record a backup made by another program")
    .option("--file <path>", "its file, for the name, time, size, and a check of SQL dumps")
    .option("--name <name>", "such as a snapshot's ID")
    .option("--finished <time>", "such as 2026-11-23T03:00:00Z (default: now, or the file's time)")
    .option("--size <bytes>", "its size")
    .addOption(
      new Option("--result <result>", "whether it can be restored, if you know").choices(
        backupResults,
      ),
    )
    .addHelpText(
      "after",
      `
Run it at the end of your backup script if BACKUP_DIR can't be set, such as when the database makes its
own snapshots. Status, Today, doctor, and the metrics then know how old the last good backup is.

Examples:
  $ npm run cli -- backup record --file /backups/database.sql
  $ npm run cli -- backup record --name snapshot-42 --result passed`,
    )
    .action((options: BackupOptions) =>
      withServices(async ({ ctx }) => {
        const report = reportBackupSchema.safeParse(await toReport(options));
        if (!report.success) throw new OperatorError(reportProblem(report.error.issues));
        const isNew = await reportBackup(ctx, report.data, "operator");
        const { name, result } = report.data;
        console.log(
          isNew
            ? `Recorded: ${name}, ${messages.backupResults[result]}.`
            : `${name} was recorded before.`,
        );
      }),
    );
}

async function toReport({ file, name, finished, size, result }: BackupOptions) {
  const found = file === undefined ? null : await readFound(file);
  return {
    name: name ?? found?.name,
    finishedAt: finished ?? found?.finishedAt.toISOString(),
    sizeBytes: size === undefined ? found?.sizeBytes : Number(size),
    result: result ?? found?.result,
  };
}

async function readFound(path: string) {
  try {
    return await readBackupFile(path, basename(path));
  } catch (error) {
    throw new OperatorError(`Can't read the backup: ${reasonOf(error)}.`, { cause: error });
  }
}

function reportProblem([issue]: readonly { path: readonly PropertyKey[] }[]): string {
  const field = issue?.path[0];
  if (field === "finishedAt") return "Give the time as 2026-11-23T03:00:00Z.";
  if (field === "sizeBytes") return "Give the size as a number of bytes.";
  return "Give --file, or a --name of at most 200 characters.";
}
