import { fork, type ChildProcess } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPages } from "@/server/build/next-build";
import type { Scratch } from "./scratch";

export type WebOptions = {
  /** A folder with built pages. Undefined: builds them. */
  built: string | undefined;
  port: number;
  /** More environment variables. */
  variables?: Record<string, string>;
};

/** Starts one web process on its own, in live mode so that it needs no sandbox. It sends nothing. */
export async function startWeb(
  { dataDir, server, children }: Scratch,
  { built, port, variables: added = {} }: WebOptions,
): Promise<ChildProcess> {
  const variables: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    DATABASE_URL: server.url,
    // In live mode the time comes from the database.
    PROVIDERS: "live",
    MAIL_FROM: "briefing@bench.test",
    OPERATOR_EMAIL: "operator@bench.test",
    CONTACT_FORM_URL: "https://forms.test/abc",
    AUTH_SECRET: randomBytes(32).toString("base64"),
    POSTMARK_SERVER_TOKEN: randomUUID(),
    POSTMARK_WEBHOOK_USERNAME: "bench",
    POSTMARK_WEBHOOK_PASSWORD: "a-webhook-password",
    TWILIO_ACCOUNT_SID: "AC0123456789abcdef0123456789abcdef",
    TWILIO_AUTH_TOKEN: randomBytes(16).toString("hex"),
    TWILIO_FROM: "+14155550100",
    SMS_SEGMENTS_PER_SECOND: "1",
    // As Paddle issues them.
    PADDLE_API_KEY: `pdl_live_apikey_${"0".repeat(26)}_${"0".repeat(22)}_000`,
    PADDLE_WEBHOOK_SECRET: `pdl_ntfset_${randomBytes(16).toString("hex")}`,
    PADDLE_PRICE_MONTHLY: `pri_${"m".repeat(26)}`,
    PADDLE_PRICE_ANNUAL: `pri_${"a".repeat(26)}`,
    PADDLE_CLIENT_TOKEN: `live_${"0".repeat(27)}`,
    // Not the sandbox's, which a local instance sets.
    PADDLE_SCRIPT_URL: "",
    ...added,
  };
  const distDir = built ?? ".next/bench";
  if (built === undefined) {
    const { signal } = new AbortController();
    const logPath = join(tmpdir(), "threeline-bench.log");
    await buildPages({ distDir, variables, logPath, signal });
  }
  // To a file, as in production.
  const log = openSync(join(dataDir, "web.log"), "a");
  const web = fork("dist/web.mjs", [], {
    stdio: ["ignore", log, "inherit", "ipc"],
    env: { ...variables, NEXT_DIST_DIR: distDir },
  });
  children.push(web);
  await ready(web);
  return web;
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`The web process exited with code ${code}.`)));
  });
}
