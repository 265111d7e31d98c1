import { createServices, type Services } from "@/lib/composition";
import { AppError } from "@/lib/platform/app-error";
import { systemClock } from "@/lib/platform/clock";
import { EnvError, parseEnv, type Env } from "@/lib/platform/env";
import { createLogger } from "@/lib/platform/logger";
import { OperatorError, reasonOf } from "@/server/supervisor/operator-error";

/** Runs a command's work with everything the service has; what it answers is passed on. */
export type WithServices = <T>(work: (services: Services, env: Env) => Promise<T>) => Promise<T>;

/**
 * Reads the environment, puts the service together for one command and takes it apart again. The
 * log is silent, because standard output belongs to the command.
 *
 * @throws OperatorError for everything that the operator can put right
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
    await requireDatabase(services.pool);
    return await work(services, env);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OperatorError(error.userMessage, { cause: error });
  } finally {
    await services.close();
  }
};

function readEnv(): Env {
  try {
    return parseEnv(process.env);
  } catch (error) {
    if (error instanceof EnvError) throw new OperatorError(error.message);
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

async function requireDatabase(pool: Services["pool"]): Promise<void> {
  try {
    await pool.query("SELECT 1");
  } catch (error) {
    throw new OperatorError(`The database does not answer: ${firstLine(error)}.`, { cause: error });
  }
}

// A refused connection to a name with several addresses carries its reasons inside.
function firstLine(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return reasonOf(first).trim().split("\n", 1).join("").replace(/\.$/, "");
}
