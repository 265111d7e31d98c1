import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { readSettings, variablesOf } from "../run/settings";
import { buildProcesses, stopBundler } from "./bundle";
import { buildPages, distDirOf } from "./next-build";

/**
 * Builds everything that `node dist/run.mjs` needs, for the environment that it will run in. Needs no
 * database: pages with posts are rendered on first request.
 */
export async function buildRelease(): Promise<void> {
  const settings = readSettings(process.env, "production");
  const distDir = distDirOf(settings.dataDir);
  mkdirSync("dist", { recursive: true });
  await buildProcesses();
  await stopBundler();
  await buildPages({
    distDir,
    variables: variablesOf(settings, settings.databaseUrl ?? ""),
    logPath: join("dist", "build.log"),
    signal: new AbortController().signal,
  });
}
