import { createServices } from "@/lib/composition";
import { requireFittingSchema } from "@/lib/platform/database/migrations";
import { parseEnv } from "@/lib/platform/env";
import { startObservability } from "@/lib/platform/observability/start";
import { OperatorError } from "@/lib/platform/operator-error";
import { startWorker } from "./worker";

/** After this, the process exits even if calls are still running. The next worker resolves them. */
const stopTimeoutMs = 6_300;

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  process.title = env.WORKER_NAME;
  await requireFittingSchema(env.DATABASE_URL);
  const services = await createServices(env, {
    name: env.WORKER_NAME,
    maxConnections: 16,
    isSender: true,
  });
  const { ctx } = services;
  const stopObservability = await startObservability(env.WORKER_NAME, env, ctx.log);

  let stopping = false;
  let stop: (code: number) => void = (code) => process.exit(code);
  const worker = await startWorker(ctx, {
    name: env.WORKER_NAME,
    backupDir: env.BACKUP_DIR,
    onLost(reason) {
      ctx.log.error({ reason }, "worker lost");
      stop(1);
    },
  });
  stop = (code) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code || 1), stopTimeoutMs).unref();
    worker
      .stop()
      .then(() => Promise.all([services.close(), stopObservability()]))
      .then(
        () => process.exit(code),
        (error: unknown) => {
          ctx.log.error({ err: error }, "worker stop failed");
          process.exit(1);
        },
      );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));
  process.on("disconnect", () => stop(0));
  // The renderer is large and loads on first use, so load it before the first slot opens.
  await ctx.briefing.render({ localDate: "2026-01-01", message: "-", post: null }, env.SITE_URL);
  process.send?.({ type: "ready" });
  setInterval(() => {
    if (process.connected) process.send?.({ type: "heartbeat" });
  }, 1_000).unref();
}

main().catch((error: unknown) => {
  const isPlain = error instanceof OperatorError;
  process.stderr.write(`${isPlain ? error.message : String(error)}\n`);
  if (isPlain) process.send?.({ type: "failed", message: error.message });
  process.exit(1);
});
