import { PHASE_PRODUCTION_BUILD } from "next/constants";
import { createServices } from "@/lib/composition";
import type { Context } from "@/lib/domain/context";
import { systemClock } from "@/lib/platform/clock";
import { parseEnv } from "@/lib/platform/env";
import { getContext } from "../route/context";

/** The part of the context that static pages may use. */
export type PageContext = Pick<Context, "db" | "clock" | "settings">;

/**
 * Reads the data of a static page. During a build, the database may not be running yet; the page then
 * shows `buildFallback`. Later failures are thrown, and readers get the last good page.
 */
export async function readForPage<T>(
  read: (ctx: PageContext) => Promise<T>,
  buildFallback: (ctx: Pick<PageContext, "clock">) => T,
): Promise<T> {
  if (process.env["NEXT_PHASE"] !== PHASE_PRODUCTION_BUILD) return read(await getContext());
  try {
    return await read(await buildContext());
  } catch {
    return buildFallback({ clock: systemClock });
  }
}

let buildContextPromise: Promise<Context> | undefined;

/** The sandbox's clock isn't available during a build, so this uses the system clock. */
async function buildContext(): Promise<Context> {
  buildContextPromise ??= createServices(parseEnv(process.env), {
    name: "threeline-build",
    clock: systemClock,
    maxConnections: 2,
  }).then(({ ctx }) => ctx);
  return buildContextPromise;
}
