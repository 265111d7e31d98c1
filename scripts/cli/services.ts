import { createServices, type Services } from "@/lib/composition";
import { AppError } from "@/lib/platform/app-error";
import { systemClock } from "@/lib/platform/clock";
import { requireFittingSchema } from "@/lib/platform/database/migrations";
import { parseEnv, type Env } from "@/lib/platform/env";
import { createLogger } from "@/lib/platform/logger";
import { OperatorError, reasonOf } from "@/lib/platform/operator-error";

/** Runs a command with all services and returns its result. */
type WithServices = <T>(work: (services: Services, env: Env) => Promise<T>) => Promise<T>;

/**
 * Creates the services for one command and closes them afterwards. The log is silent, because standard output
 * belongs to the command.
 *
 * @throws OperatorError for anything the operator can fix
 */
export const withServices: WithServices = (work) =>
  withUnmigratedServices(async (services, env) => {
    await requireFittingSchema(env.DATABASE_URL);
    return work(services, env);
  });

/** The same for a database of any version. */
export const withUnmigratedServices: WithServices = async (work) => {
  const env = parseEnv(process.env);
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

// The first start seeds the database before the sandbox, which keeps the clock, is running.
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
    throw new OperatorError(`Can't reach the database: ${firstLine(error)}.`, { cause: error });
  }
}

// When a host name has several addresses, each failed attempt is an inner error.
function firstLine(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return reasonOf(first).trim().split("\n", 1).join("").replace(/\.$/, "");
}
