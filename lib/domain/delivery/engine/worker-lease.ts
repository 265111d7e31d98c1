import type { CallGuard } from "@/lib/platform/provider-call";
import type { Context } from "../../context";

/**
 * A worker. `assertAlive` throws `FenceLostError` when its last heartbeat is so old that other
 * workers may take over its work.
 */
export type WorkerIdentity = { id: string; assertAlive(): void };

/** Thrown right before a call that must not be made any longer, so that it isn't. */
export class FenceLostError extends Error {
  override name = "FenceLostError";
}

/** A worker makes no more calls once its last heartbeat is this old (real time). */
export const fenceMs = 10_000;

/**
 * A worker counts as dead once its last heartbeat is this old (real time). A call takes 10 s at
 * most, so by then no call that passed the fence is still in progress.
 */
export const deadAfterMs = 25_000;

/** Calls of an attempt start this long after its claim at most: who may get them changes. */
const claimIsValidMs = 15_000;

/** Registers a worker, under a name for operators that other hosts may use as well. */
export async function registerWorker(
  ctx: Context,
  worker: { id: string; name: string; host: string; pid: number },
): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO workers (id, name, host, pid)
    VALUES (${worker.id}::uuid, ${worker.name}, ${worker.host}, ${worker.pid})`;
}

/**
 * Marks the workers of a host as stopped whose processes have ended, so that their work is taken over
 * before their heartbeats are missed.
 *
 * @param isRunning whether the host has a process with this ID
 */
export async function retireEndedWorkers(
  ctx: Context,
  host: string,
  isRunning: (pid: number) => boolean,
): Promise<void> {
  const workers = await ctx.db.worker.findMany({
    where: { host, stoppedAt: null },
    select: { id: true, pid: true },
  });
  const ended = workers.filter(({ pid }) => !isRunning(pid)).map(({ id }) => id);
  if (ended.length === 0) return;
  await ctx.db.$executeRaw`
    UPDATE workers SET stopped_at = now() WHERE id = ANY(${ended}::uuid[]) AND stopped_at IS NULL`;
}

/**
 * Records a worker's heartbeat. False when others already consider it dead.
 *
 * @param hasTicked whether it has completed a delivery tick since its last heartbeat
 */
export async function recordHeartbeat(
  ctx: Context,
  workerId: string,
  hasTicked: boolean,
): Promise<boolean> {
  const updated = await ctx.db.$executeRaw`
    UPDATE workers SET heartbeat_at = now(),
      ticked_at = CASE WHEN ${hasTicked} THEN now() ELSE ticked_at END
    WHERE id = ${workerId}::uuid AND stopped_at IS NULL`;
  return updated === 1;
}

/** An attempt, and the date of its batch. */
type AttemptKey = { id: string; localDate: string };

/** Confirms with one query that an attempt is recent and still its worker's own. */
async function confirmAttempt(ctx: Context, attempt: AttemptKey): Promise<void> {
  const rows = await ctx.db.$queryRaw<unknown[]>`/* prepared */
    SELECT 1 FROM send_attempts a JOIN workers w ON w.id = a.worker_id
    WHERE a.id = ${attempt.id}::uuid AND a.local_date = ${attempt.localDate}::date
      AND a.state = 'sending'
      AND a.started_at > now() - make_interval(secs => ${claimIsValidMs / 1_000})
      AND w.stopped_at IS NULL
      AND w.heartbeat_at > now() - make_interval(secs => ${fenceMs / 1_000})`.catch(
    (cause: unknown) => {
      throw new FenceLostError("the database didn't confirm the attempt", { cause });
    },
  );
  if (rows.length === 0)
    throw new FenceLostError("the attempt is too old, or another worker may have it");
}

/**
 * The fence of an attempt's calls. The database confirms the attempt: a machine that was suspended may
 * not notice by its own clocks. Calls that start at the same time share a confirmation.
 *
 * @param check throws when a call must not be made; runs after the confirmation
 */
export function fenceOf(ctx: Context, attempt: AttemptKey, check: () => void): CallGuard {
  let confirmation: Promise<void> | null = null;
  return {
    check,
    confirm() {
      confirmation ??= confirmAttempt(ctx, attempt).finally(() => {
        confirmation = null;
      });
      return confirmation;
    },
  };
}

/** Marks a worker as stopped, after a clean shutdown. */
export async function retireWorker(ctx: Context, workerId: string): Promise<void> {
  await ctx.db
    .$executeRaw`UPDATE workers SET stopped_at = now() WHERE id = ${workerId}::uuid AND stopped_at IS NULL`;
}
