// @module-tag slow
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { createKey, listBackups } from "@/server/backup/files";
import { buildProcesses } from "@/server/build/bundle";
import { databaseUser, ensureDatabase, urlOf } from "@/server/postgres/connection";
import { launchServer, type ServerProcess } from "@/server/postgres/launch";
import { commandFor, findInstalled, findPrograms } from "@/server/postgres/programs";
import { stopServer } from "@/server/postgres/stop";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";
import { runCli } from "@/tests/support/run-cli";
import { runCommand } from "@/tests/support/run-command";

// The embedded PostgreSQL has no pg_dump. Where PostgreSQL is installed, its own server is dumped here;
// deploy/try-morning.sh does it on every machine.
const installed = {
  dump: findInstalled("pg_dump"),
  initdb: findInstalled("initdb", findInstalled("pg_dump")?.major),
  postgres: findInstalled("postgres", findInstalled("pg_dump")?.major),
};

describe.runIf(installed.dump && installed.initdb && installed.postgres)(
  "an installed PostgreSQL server",
  { timeout: 300_000 },
  () => {
    let folder: string;
    let backups: string;
    let server: ServerProcess;
    let harness: DeliveryHarness;

    const urlFor = (database: string) => urlOf(server.port, "", database);

    beforeAll(async () => {
      await buildProcesses(["cli"]);
      folder = mkdtempSync(join(tmpdir(), "threeline-dumps-"));
      backups = join(folder, "backups");
      server = await startInstalledServer(folder);
      await ensureDatabase(urlFor("postgres"));
      await applyMigrations(urlFor("threeline"));
      harness = await startDelivery({
        DATABASE_URL: urlFor("threeline"),
        DATA_DIR: folder,
        BACKUP_DIR: backups,
      });
      await harness.addSubscriber({ email: "reader@example.com" });
    }, 120_000);

    afterEach(() => rmSync(backups, { recursive: true, force: true }));

    afterAll(async () => {
      await harness.close();
      await stopServer(server);
      rmSync(folder, { recursive: true });
    });

    /** Runs a command in its own process, as operators do. */
    const cli = (args: string[], more: Record<string, string> = {}) =>
      runCli(args, { ...harness.variables, ...more });

    /** Runs a command in this process, where only what it does and prints matters. */
    const command = (args: string[], more: Record<string, string> = {}) =>
      runCommand(args, { PATH: process.env["PATH"] ?? "", ...harness.variables, ...more });

    test("is dumped, verified, and restored into an empty database", async () => {
      const key = await createKey();
      expect((await cli(["backup"], { BACKUP_KEY: key.public })).stdout).toMatch(
        /^Wrote \S+\/database-\d{8}T\d{6}Z\.dump\.age: \d+\.\d MB in \d+\.\d s\.\n$/,
      );
      const secret = { BACKUP_KEY: key.secret };
      const verified = await cli(["backup", "verify"], secret);
      expect(verified).toMatchObject({ code: 0, stderr: "" });
      expect(verified.stdout).toMatch(/: \d+ tables, \d+ indexes, 1 subscribers, /);
      await createDatabase("restored");
      const restored = await cli(["restore"], { ...secret, DATABASE_URL: urlFor("restored") });
      expect(restored).toMatchObject({ code: 0, stderr: "" });
      expect(restored.stdout).toMatch(/ in \d+\.\d s\. Start the service now\.\n$/);
      const listed = await cli(["subscribers", "list"], { DATABASE_URL: urlFor("restored") });
      expect(listed.stdout).toContain("reader@example.com");
    });

    test("isn't restored over tables", async () => {
      await command(["backup"]);
      expect(await command(["restore"])).toEqual({
        code: 1,
        stdout: "",
        stderr:
          "The database of DATABASE_URL has tables in it. Create an empty one, set DATABASE_URL to it, and restore into that.\n",
      });
    });

    test("has a dump that fails the check when it's cut off", async () => {
      await command(["backup"]);
      const [backup] = await listBackups(backups);
      truncateSync(backup?.path ?? "", Math.floor((backup?.sizeBytes ?? 0) / 2));
      const verified = await command(["backup", "verify"]);
      expect(verified.code).toBe(1);
      expect(verified.stderr).toMatch(/^pg_restore failed: /);
    });

    test("is dumped and restored with the programs of its version, also next to newer ones", async () => {
      const newer = join(folder, "newer");
      mkdirSync(newer);
      for (const name of ["pg_dump", "pg_restore"]) {
        const script = `#!/bin/sh\n[ "$1" = --version ] && echo "${name} (PostgreSQL) 99.0" || exit 1\n`;
        writeFileSync(join(newer, name), script, { mode: 0o755 });
      }
      const path = { PATH: [newer, process.env["PATH"]].join(delimiter) };
      expect(await command(["backup"], path)).toMatchObject({ code: 0, stderr: "" });
      await createDatabase("same_version");
      const target = { DATABASE_URL: urlFor("same_version") };
      expect(await command(["restore"], { ...path, ...target })).toMatchObject({
        code: 0,
        stderr: "",
      });
    });

    async function createDatabase(name: string): Promise<void> {
      const client = new Client({ connectionString: urlFor("postgres") });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
    }
  },
);

async function startInstalledServer(folder: string): Promise<ServerProcess> {
  const cluster = join(folder, "cluster");
  const programs = {
    ...(await findPrograms(cluster)),
    binaries: {
      initdb: installed.initdb?.path ?? "",
      postgres: installed.postgres?.path ?? "",
    },
  };
  mkdirSync(cluster, { mode: 0o700 });
  if (programs.identity) chownSync(cluster, programs.identity.uid, programs.identity.gid);
  const { command, args, identity } = commandFor(programs, "initdb", [
    `--pgdata=${cluster}`,
    `--username=${databaseUser}`,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ]);
  const { status, stderr } = spawnSync(command, args, { ...identity, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return launchServer(programs, cluster, "", { dataDir: folder, settings: { fsync: "off" } });
}
