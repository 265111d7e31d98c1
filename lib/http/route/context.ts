import type { Context } from "@/lib/domain/context";
import { createServices } from "@/lib/composition";
import { parseEnv } from "@/lib/platform/env";

// Next bundles pages and route handlers apart, each with its own copy of this module; they share
// the process, and must share its pool of connections.
const shared: typeof globalThis & { threelineContext?: Promise<Context> | undefined } = globalThis;

/**
 * The context of this process, put together at the first call. When that fails (the database is
 * not up yet), the next call tries again.
 *
 * @throws EnvError on a bad variable; whatever the first contact with the outside throws
 */
export function getContext(): Promise<Context> {
  shared.threelineContext ??= createContext().catch((error: unknown) => {
    shared.threelineContext = undefined;
    throw error;
  });
  return shared.threelineContext;
}

/** Puts a context of one's own in place, for a process that has one already; undefined takes it away. */
export function provideContext(ctx: Context | undefined): void {
  shared.threelineContext = ctx && Promise.resolve(ctx);
}

async function createContext(): Promise<Context> {
  const { ctx } = await createServices(parseEnv(process.env), { name: "threeline-web" });
  return ctx;
}
