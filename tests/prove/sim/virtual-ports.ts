import type { Database } from "@/lib/platform/database/database";
import type { VirtualDatabase } from "./database";
import type { Random } from "./random";
import { currentActor, type Actor, type Scheduler } from "./scheduler";
import type { Fault, World } from "./world";

/** What all virtual processes of a run share. */
export type Simulation = {
  world: World;
  random: Random;
  scheduler: Scheduler;
  database: VirtualDatabase;
  /** The connection that the virtual processes use. */
  db: Database;
  /** Whether a fault of a kind strikes now. */
  strikes: (kind: Fault["kind"], channel?: string) => Fault | undefined;
  /** Ends a virtual process at once. */
  crash(actor: Actor): void;
  /** Stops it for a while; it continues later without having noticed. */
  freeze(actor: Actor, ms?: number): void;
};

/** A call that failed somewhere between us and the database. */
class ConnectionLostError extends Error {
  override name = "ConnectionLostError";
}

const underlying = Symbol("underlying");

/** A statement that starts when it is awaited, as Prisma's do. */
type Statement = PromiseLike<unknown> & { [underlying]: () => PromiseLike<unknown> };

function isStatement(value: unknown): value is Statement {
  return typeof value === "object" && value !== null && underlying in value;
}

/**
 * The database as one virtual process sees it. Each statement or transaction is one step: it takes time
 * to arrive, is executed as a whole, and its response takes time. It can fail before it is executed,
 * or be executed and its response lost.
 */
export function virtualDatabaseOf(simulation: Simulation): Database {
  const { db } = simulation;
  const statement = (label: string, run: () => PromiseLike<unknown>): Statement => {
    let started: Promise<unknown> | undefined;
    return {
      [underlying]: run,
      // oxlint-disable-next-line unicorn/no-thenable -- Prisma's statements are lazy in the same way
      then(onValue, onError) {
        started ??= execute(simulation, label, run);
        return started.then(onValue, onError);
      },
      catch(onError: (error: unknown) => unknown) {
        return this.then(undefined, onError);
      },
    } as Statement;
  };
  const wrap = <T extends object>(target: T, path: string): T =>
    new Proxy(target, {
      get(_, name) {
        if (typeof name === "symbol" || name === "then") return undefined;
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") {
          return typeof value === "object" && value !== null ? wrap(value, name) : value;
        }
        return (...args: unknown[]) => {
          // A batch of statements is one step; they run inside it.
          const given = args.map((arg) =>
            Array.isArray(arg) && arg.some(isStatement)
              ? arg.map((each: unknown) => (isStatement(each) ? each[underlying]() : each))
              : arg,
          );
          const label = labelOf(path, name, args);
          return statement(label, () => Reflect.apply(value, target, given));
        };
      },
    });
  return wrap(db, "");
}

function labelOf(path: string, name: string, args: readonly unknown[]): string {
  const [first] = args;
  const sql = Array.isArray(first) && typeof first[0] === "string" ? first.join("?") : "";
  const start = sql.replaceAll(/\s+/g, " ").trim().slice(0, 70);
  return start || `${path}.${name}`;
}

async function execute(
  simulation: Simulation,
  label: string,
  run: () => PromiseLike<unknown>,
): Promise<unknown> {
  const { scheduler, random, database } = simulation;
  const { actor, isBackground } = currentActor();
  const latencyMs = () => (isBackground ? 0 : latencyOf(simulation));
  const arrival = latencyMs();
  const { failovers } = database;
  const isConnected = () => database.failovers === failovers;
  maybeInterrupt(simulation, 0.04);
  return new Promise((resolve, reject) => {
    /** Lets the process continue, unless it's gone. */
    const respond = (afterMs: number, finish: () => void) =>
      scheduler.at(scheduler.now + afterMs, actor, finish, isBackground);
    const arrive = async () => {
      const isCutOff = actor.cutOffUntil > scheduler.now;
      const isLost =
        isCutOff || !isConnected() || (!isBackground && simulation.strikes("lost_response"));
      // A process that has crashed may have sent its last statement already.
      const isDropped = !isConnected() || ((actor.isDead || isLost) && random.chance(0.5));
      if (actor.isDead && isDropped) return;
      if (!isDropped) await database.setTime(scheduler.now);
      const result = isDropped ? null : await settled(run);
      const fate = isLost ? (isDropped ? "not executed" : "response lost") : "";
      if (!isBackground) scheduler.note(actor.name, [label, fate].filter(Boolean).join(" → "));
      if (isLost || !result) {
        respond(isBackground ? 0 : random.int(0, 3_000), () =>
          reject(new ConnectionLostError(label)),
        );
      } else {
        respond(latencyMs(), () => {
          if (!isConnected()) reject(new ConnectionLostError(label));
          else if (result.ok) resolve(result.value);
          else reject(result.error);
        });
      }
    };
    // Not the process's own event: what is on its way arrives, even if the process is gone by then.
    scheduler.at(scheduler.now + arrival, null, arrive, isBackground);
  });
}

type Result = { ok: true; value: unknown } | { ok: false; error: unknown };

async function settled(run: () => PromiseLike<unknown>): Promise<Result> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Mostly a millisecond or so; sometimes long enough for others to overtake. */
function latencyOf({ random, strikes, world }: Simulation): number {
  if (strikes("slow_database")) return random.int(500, 2_500);
  const kind = world.isQuick ? 0 : random.next();
  if (kind < 0.8) return random.int(0, 3);
  return kind < 0.98 ? random.int(3, 80) : random.int(80, 1_000);
}

/** Ends or stops the running process here, if a fault says so. Its current call may be on its way already. */
export function maybeInterrupt(simulation: Simulation, probability: number): void {
  const { actor, isBackground } = currentActor();
  if (isBackground || actor.isDead) return;
  const isStruck = (kind: Fault["kind"]) =>
    simulation.strikes(kind) !== undefined && simulation.random.chance(probability);
  if (isStruck("crash")) simulation.crash(actor);
  if (isStruck("freeze")) simulation.freeze(actor);
}
