import type { Context } from "@/lib/domain/context";
import { createServices } from "@/lib/composition";
import { parseEnv, type Env } from "@/lib/platform/env";
import { outsideTrace } from "@/lib/platform/observability/trace";

// Next bundles pages and route handlers separately, each with its own copy of this module. They
// share the process, so they must share its connection pool.
const shared: typeof globalThis & { threelineContext?: Promise<Context> | undefined } = globalThis;

let env: Env | undefined;

/**
 * The settings of this process, read once.
 *
 * @throws OperatorError for an invalid variable
 */
export function getEnv(): Env {
  env ??= parseEnv(process.env);
  return env;
}

/**
 * The context of this process, created on the first call. If that fails, for example because the
 * database isn't up yet, the next call tries again.
 *
 * @throws OperatorError for an invalid variable, and any error from connecting
 */
export function getContext(): Promise<Context> {
  shared.threelineContext ??= outsideTrace(createContext).catch((error: unknown) => {
    shared.threelineContext = undefined;
    throw error;
  });
  return shared.threelineContext;
}

/** Sets the context, for a process that already has one, with possibly new settings; undefined removes it. */
export function provideContext(ctx: Context | undefined): void {
  env = undefined;
  shared.threelineContext = ctx && Promise.resolve(ctx);
}

async function createContext(): Promise<Context> {
  const { ctx } = await createServices(getEnv(), { name: "threeline-web" });
  return ctx;
}
