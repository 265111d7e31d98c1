import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writePrivately } from "./data-folder";
import { lockHolder } from "./instance-lock";
import type { Settings } from "./settings";

// `local.json` in the data folder: what operator commands and tests need to reach the instance.

const localFileSchema = z.object({
  pid: z.number(),
  databaseUrl: z.string(),
  variables: z.record(z.string(), z.string()),
});

/** How to reach a running instance. */
export type LocalFile = z.infer<typeof localFileSchema>;

const storedVariables = ["PORT", "SANDBOX_PORT", "SITE_URL"];

/** Path of the lock that a running instance holds. */
export const instanceLockPath = (dataDir: string) => join(dataDir, "instance.lock");

const localFilePath = (dataDir: string) => join(dataDir, "local.json");

/** Stores how to reach the instance that this process runs. */
export function writeLocalFile(settings: Settings, databaseUrl: string): void {
  const { dataDir, variables } = settings;
  const local: LocalFile = {
    pid: process.pid,
    databaseUrl,
    variables: Object.fromEntries(
      storedVariables.flatMap((name) => {
        const value = variables[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
  writePrivately(localFilePath(dataDir), `${JSON.stringify(local, null, 2)}\n`);
}

/** How to reach the instance that is running over `dataDir`; undefined when none is. */
export function readRunningInstance(dataDir: string): LocalFile | undefined {
  const path = localFilePath(dataDir);
  const holder = lockHolder(instanceLockPath(dataDir));
  if (holder === undefined || !existsSync(path)) return undefined;
  const local = localFileSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  return local.pid === holder ? local : undefined;
}
