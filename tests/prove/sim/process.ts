import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServices } from "@/lib/composition";
import { systemClock } from "@/lib/platform/clock";
import { parseEnv } from "@/lib/platform/env";
import { createVirtualDatabase } from "./database";
import type { SimulatorOptions, SimulatorReport } from "./launch";
import { runWorld } from "./run";
import { shrink } from "./shrink";
import { createWorld } from "./world";

// One process of the simulator: runs some seeds and reports what went wrong, a line of JSON each.

const options: SimulatorOptions = JSON.parse(process.argv[2] ?? "{}");

function report(line: SimulatorReport): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function main(): Promise<void> {
  const database = await createVirtualDatabase(options.serverUrl, options.template, options.sql);
  const folder = mkdtempSync(join(tmpdir(), "threeline-prove-"));
  const env = parseEnv({
    PROVIDERS: "sandbox",
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SITE_URL: "http://localhost:3000",
    AUTH_SECRET: "a secret for proofs alone, long enough to count",
    LOG_LEVEL: "silent",
    // The simulator has its own providers, so that these are never used.
    TWILIO_FROM: "+14155550100",
    POSTMARK_SERVER_TOKEN: "none",
    POSTMARK_WEBHOOK_USERNAME: "none",
    POSTMARK_WEBHOOK_PASSWORD: "a-webhook-password",
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "none",
  });
  const services = await createServices(env, {
    name: "prove",
    maxConnections: 2,
    clock: systemClock,
  });
  // Files are written in real time, which would make runs differ.
  const marks = { ...services.ctx.marks, open: () => async () => undefined };
  const ctx = { ...services.ctx, marks, briefing: { render: renderPlainly } };
  const run = (world: ReturnType<typeof createWorld>) => runWorld(world, ctx, database);
  try {
    for (const seed of options.seeds) {
      const world = createWorld(seed, options.scenario);
      const { violations, hash } = await run(world);
      report({ seed, violations, hash });
      if (violations.length === 0) continue;
      if (options.explains) {
        const smallest = await shrink(world, violations, run);
        const { log, violations: left } = await run(smallest);
        report({ seed, explanation: { world: smallest, log, violations: left } });
      }
      if (options.stopsAtFirst) break;
    }
  } finally {
    await services.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The real emails say too much. */
async function renderPlainly({ message }: { message: string }) {
  return { subject: message, html: message, text: message, isCut: false };
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
