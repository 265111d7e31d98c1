import { mkdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { distDirOf } from "@/server/build/next-build";
import { findFreePort } from "@/server/run/ports";
import { readSettings } from "@/server/run/settings";
import { SupervisedProcess } from "@/server/run/supervised-process";

const dataDir = process.env["E2E_DATA_DIR"] ?? "";

/** The database of the instance under test. */
export function instanceDatabaseUrl(): string {
  return z
    .object({ databaseUrl: z.string() })
    .parse(JSON.parse(readFileSync(`${dataDir}/local.json`, "utf8"))).databaseUrl;
}

/** One more web process of the instance under test, which has been started. */
export type WebProcess = { site: string; process: SupervisedProcess; logPath: string };

/** @param variables on top of those of the instance */
export async function startWebProcess(variables: Record<string, string>): Promise<WebProcess> {
  mkdirSync(".test/logs", { recursive: true });
  const port = await findFreePort();
  const logPath = `.test/logs/web-${port}.log`;
  const settings = readSettings(
    {
      ...process.env,
      DATABASE_URL: "",
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: new URL(process.env["E2E_SANDBOX_URL"] ?? "").port,
    },
    "production",
  );
  const web = new SupervisedProcess({
    name: `threeline-web at ${port}`,
    args: ["dist/web.mjs"],
    variables: () => ({
      ...settings.variables,
      NEXT_DIST_DIR: distDirOf(settings.dataDir),
      ...variables,
    }),
    logPath,
    hasHeartbeat: false,
    print: () => undefined,
  });
  await web.start();
  return { site: `http://localhost:${port}`, process: web, logPath };
}
