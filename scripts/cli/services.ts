import { createServices, type Services } from "@/lib/composition";
import { AppError } from "@/lib/platform/app-error";
import { systemClock } from "@/lib/platform/clock";
import { EnvError, parseEnv, type Env } from "@/lib/platform/env";
import { createLogger } from "@/lib/platform/logger";
import { PlainProblem, reasonOf } from "../plain-problem";

/** Runs a command's work with everything the service has; what it answers is passed on. */
export type WithServices = <T>(work: (services: Services, env: Env) => Promise<T>) => Promise<T>;

/**
 * Reads the environment, puts the service together for one command and takes it apart again. The
 * log is silent, because standard output belongs to the command.
 *
 * @throws PlainProblem for everything that the operator can put right
 */
export const withServices: WithServices = async (work) => {
  const env = readEnv();
  const services = await createServices(env, {
    name: "threeline-cli",
    maxConnections: 4,
    log: createLogger("threeline-cli", "silent"),
    ...((await hasFollowableClock(env)) ? {} : { clock: systemClock }),
  });
  try {
    return await work(services, env);
  } catch (error) {
    throw toPlainProblem(error);
  } finally {
    await services.close();
  }
};

function readEnv(): Env {
  try {
    return parseEnv(process.env);
  } catch (error) {
    if (error instanceof EnvError) throw new PlainProblem(error.message);
    throw error;
  }
}

// Without a sandbox nobody has set a clock: the first data is written before it runs.
async function hasFollowableClock(env: Env): Promise<boolean> {
  if (env.SANDBOX_URL === undefined) return true;
  try {
    const signal = AbortSignal.timeout(2_000);
    return (await fetch(`${env.SANDBOX_URL}/sandbox/clock`, { signal })).ok;
  } catch {
    return false;
  }
}

const unreachable = new Set(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH", "P1001"]);

function toPlainProblem(error: unknown): unknown {
  if (error instanceof AppError) return new PlainProblem(error.userMessage, { cause: error });
  const code = codeOf(error);
  if (code !== undefined && unreachable.has(code)) {
    return new PlainProblem(`The database does not answer (${reasonOf(error)}).`, { cause: error });
  }
  return error;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : codeOf(error.cause);
}
