import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPages } from "@/server/build/next-build";

export type WebOptions = {
  /** Folder for its log. */
  dataDir: string;
  /** A folder with built pages. Undefined: builds them. */
  built: string | undefined;
  port: number;
  /** More environment variables. */
  variables?: Record<string, string>;
};

/** Starts one web process on its own, in live mode so that it needs no sandbox. It sends nothing. */
export async function startWeb(
  databaseUrl: string,
  { dataDir, built, port, variables: added = {} }: WebOptions,
): Promise<ChildProcess> {
  const variables: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    // In live mode the time comes from the database.
    PROVIDERS: "live",
    MAIL_FROM: "briefing@bench.example",
    OPERATOR_EMAIL: "operator@bench.example",
    CONTACT_FORM_URL: "https://forms.example/abc",
    AUTH_SECRET: randomBytes(32).toString("base64"),
    POSTMARK_SERVER_TOKEN: "bench",
    POSTMARK_WEBHOOK_USERNAME: "bench",
    POSTMARK_WEBHOOK_PASSWORD: "bench",
    TWILIO_ACCOUNT_SID: "AC0123456789abcdef0123456789abcdef",
    TWILIO_AUTH_TOKEN: "bench",
    TWILIO_FROM: "+14155550100",
    SMS_SEGMENTS_PER_SECOND: "1",
    PADDLE_API_KEY: "bench",
    PADDLE_WEBHOOK_SECRET: "bench",
    PADDLE_PRICE_MONTHLY: "pri_month",
    PADDLE_PRICE_ANNUAL: "pri_year",
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
  await ready(web);
  return web;
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`The web process exited with code ${code}.`)));
  });
}
