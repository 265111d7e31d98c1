import { createServices } from "@/lib/composition";
import { requireFittingSchema } from "@/lib/platform/database/migrations";
import { parseEnv } from "@/lib/platform/env";
import { startWorker } from "@/server/worker/worker";
import { Failpoints } from "./failpoints";
import { watchProviders } from "./providers";
import { watchStatements } from "./statements";

/** As in server/worker/main.ts. */
const stopTimeoutMs = 6_300;

/**
 * A worker process like the product's own, with failpoints around it.
 *
 * @param folder of the failpoints
 */
export async function runProvedWorker([folder = ""]: string[]): Promise<void> {
  const env = parseEnv(process.env);
  await requireFittingSchema(env.DATABASE_URL);
  const failpoints = new Failpoints(folder);
  watchStatements(failpoints);
  const services = await createServices(env, { name: env.WORKER_NAME, maxConnections: 16 });
  const ctx = watchProviders(services.ctx, failpoints);
  let stop: (code: number) => void = (code) => process.exit(code);
  const worker = await startWorker(ctx, {
    name: env.WORKER_NAME,
    onLost: () => stop(1),
  });
  let isStopping = false;
  stop = (code) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(code), stopTimeoutMs).unref();
    worker.stop().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", () => stop(0));
  process.on("disconnect", () => stop(0));
  await ctx.briefing.render({ localDate: "2026-01-01", message: "-", post: null }, env.SITE_URL);
  process.send?.("ready");
}
