import type { CallGuard } from "@/lib/platform/provider-call";
import { Prisma, type Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";

/** A worker. */
export type WorkerIdentity = {
  id: string;
  /** Its last mark: a database with a lower mark was restored. */
  mark(): number;
  /**
   * Throws `FenceLostError` when its last heartbeat is so old that other workers may take over its
   * work.
   */
  assertAlive(): void;
  /**
   * Makes sure, between a claim and its calls, that a loss of the database would be noticed. Throws
   * `FenceLostError` if it has already been lost, or if nothing may be sent.
   */
  confirmClaim(): Promise<void>;
};

/** Thrown right before a call that must no longer be made. */
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

/** Calls of an attempt start at most this long after its claim, because who may get them changes. */
const claimIsValidMs = 15_000;

/** Registers a worker, under a name for operators that other hosts can use as well. */
export async function registerWorker(
  ctx: Context,
  worker: { id: string; name: string; host: string; pid: number },
): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO workers (id, name, host, pid, server_started_at)
    VALUES (${worker.id}::uuid, ${worker.name}, ${worker.host}, ${worker.pid},
      pg_postmaster_start_time())`;
}

/**
 * Marks the workers of a host whose processes have ended as stopped, so that others take over their work
 * before they time out. Leaves out workers that haven't connected to this server: after a failover, they may
 * have known of lost commits, and their successors compare their marks first.
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
    UPDATE workers SET stopped_at = now()
    WHERE id = ANY(${ended}::uuid[]) AND stopped_at IS NULL
      AND server_started_at = pg_postmaster_start_time()`;
}

/** How often a worker was recorded in the database, and when last. */
export type WorkerMark = { mark: number; at: Date };

/**
 * Records a worker's heartbeat. Null when others already consider it dead, or when the database was
 * restored.
 *
 * @param hasTicked whether it has completed a delivery tick since its last heartbeat
 * @param known the worker's last mark
 */
export async function recordHeartbeat(
  ctx: Context,
  workerId: string,
  hasTicked: boolean,
  known = 0,
): Promise<WorkerMark | null> {
  const [row] = await ctx.db.$queryRaw<WorkerMark[]>`
    UPDATE workers SET heartbeat_at = greatest(heartbeat_at, now()), mark = mark + 1,
      server_started_at = pg_postmaster_start_time(),
      ticked_at = CASE WHEN ${hasTicked} THEN greatest(ticked_at, now()) ELSE ticked_at END
    WHERE id = ${workerId}::uuid AND stopped_at IS NULL AND mark >= ${known}
    RETURNING mark::float8 AS mark, now() AS at`;
  return row ?? null;
}

/**
 * Counts a claim right before it's sent. Null when it must not be sent: others consider the worker dead, the
 * database was restored and isn't complete yet, or it is on a server that a living worker hasn't connected
 * to. After a failover, that worker may be the only one who knows of commits that were lost.
 *
 * @param known the worker's last mark
 */
export async function recordClaim(
  ctx: Context,
  workerId: string,
  known: number,
): Promise<WorkerMark | null> {
  const [row] = await ctx.db.$queryRaw<WorkerMark[]>`
    UPDATE workers SET mark = mark + 1
    WHERE id = ${workerId}::uuid AND stopped_at IS NULL AND mark >= ${known}
      AND NOT EXISTS (SELECT 1 FROM restores WHERE released_at IS NULL)
      AND NOT EXISTS (
        SELECT 1 FROM workers other
        WHERE other.stopped_at IS NULL
          AND other.heartbeat_at > now() - make_interval(secs => ${deadAfterMs / 1_000})
          AND other.server_started_at <> pg_postmaster_start_time())
    RETURNING mark::float8 AS mark, now() AS at`;
  return row ?? null;
}

/** The last value of each of our sequences, by name. */
export async function readHighestIds(ctx: Context): Promise<Record<string, number>> {
  const rows = await ctx.db.$queryRaw<{ name: string; value: number }[]>`
    SELECT sequencename AS name, coalesce(last_value, 0)::float8 AS value
    FROM pg_sequences WHERE schemaname = ANY(current_schemas(false))`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The database's clock was set back when heartbeats are this far ahead of it (seconds). */
const clockStepS = 5;

/**
 * Notices, by heartbeats in the future, that the database's clock was set back, and moves everything that is
 * due by that clock back with it. Otherwise retries, pauses, and lookups would wait, and dead workers go
 * unnoticed, until the clock has caught up. Safe to run concurrently: once the heartbeats have moved, there
 * is nothing left to notice.
 */
export async function followClockStep(ctx: Context): Promise<void> {
  const findStepS = async (tx: Transaction) => {
    const [row] = await tx.$queryRaw<{ seconds: number | null }[]>`
      SELECT extract(epoch FROM max(heartbeat_at) - now())::float8 AS seconds FROM workers`;
    return row?.seconds ?? 0;
  };
  if ((await findStepS(ctx.db)) < clockStepS) return;
  const stepS = await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('database clock'))`;
    const seconds = await findStepS(tx);
    if (seconds < clockStepS) return 0;
    const step = Prisma.sql`make_interval(secs => ${seconds})`;
    await tx.$executeRaw`
      UPDATE workers SET heartbeat_at = heartbeat_at - ${step}, ticked_at = ticked_at - ${step}
      WHERE heartbeat_at > now()`;
    await tx.$executeRaw`
      UPDATE delivery_batches
      SET next_attempt_at = next_attempt_at - ${step}, refused_at = refused_at - ${step}
      WHERE state <> 'done' AND greatest(next_attempt_at, refused_at) > now()`;
    // Finalized attempts too: they say what was sent after an unknown outcome.
    await tx.$executeRaw`
      UPDATE send_attempts SET started_at = started_at - ${step}, ended_at = ended_at - ${step},
        probe_sent_at = probe_sent_at - ${step}
      WHERE greatest(started_at, ended_at, probe_sent_at) > now()`;
    await tx.$executeRaw`
      UPDATE provider_rate_limits
      SET next_send_at = next_send_at - ${step}, paused_until = paused_until - ${step}
      WHERE greatest(next_send_at, paused_until) > now()`;
    await tx.$executeRaw`
      UPDATE notices SET next_attempt_at = next_attempt_at - ${step}
      WHERE sent_at IS NULL AND next_attempt_at > now()`;
    await tx.$executeRaw`
      UPDATE operator_alerts SET next_attempt_at = next_attempt_at - ${step}
      WHERE sent_at IS NULL AND next_attempt_at > now()`;
    await tx.$executeRaw`
      UPDATE billing_runs SET next_attempt_at = next_attempt_at - ${step}
      WHERE completed_at IS NULL AND next_attempt_at > now()`;
    await tx.$executeRaw`
      UPDATE restores
      SET next_attempt_at = next_attempt_at - ${step}, detected_at = detected_at - ${step}
      WHERE released_at IS NULL`;
    return seconds;
  });
  if (stepS > 0) ctx.log.warn({ stepS }, "database clock was set back");
}

/** An attempt, and the date of its batch. */
type AttemptKey = { id: string; localDate: string };

/**
 * Confirms with one query that an attempt is recent and still belongs to its worker, and that the recipient
 * hasn't sent STOP in the meantime.
 */
async function confirmAttempt(
  ctx: Context,
  attempt: AttemptKey,
  address: string | null,
): Promise<void> {
  const rows = await ctx.db.$queryRaw<unknown[]>`/* prepared */
    SELECT 1 FROM send_attempts a JOIN workers w ON w.id = a.worker_id
    WHERE a.id = ${attempt.id}::uuid AND a.local_date = ${attempt.localDate}::date
      AND a.state = 'sending'
      AND a.started_at > now() - make_interval(secs => ${claimIsValidMs / 1_000})
      AND w.stopped_at IS NULL
      AND w.heartbeat_at > now() - make_interval(secs => ${fenceMs / 1_000})
      AND NOT EXISTS (SELECT 1 FROM suppressions WHERE channel = 'sms' AND address = ${address})`.catch(
    (cause: unknown) => {
      throw new FenceLostError("the database didn't confirm the attempt", { cause });
    },
  );
  if (rows.length === 0)
    throw new FenceLostError(
      "the attempt is too old, another worker may have it, or the recipient stopped",
    );
}

/**
 * The fence of an attempt's calls. The database confirms the attempt, because a machine that was suspended
 * may not notice by its own clocks. The worker confirms the claim once, before the first call.
 *
 * @param address of a text; null for emails, which are sent together
 * @param check throws when a call must not be made; runs after the confirmation
 */
export function fenceOf(
  ctx: Context,
  attempt: AttemptKey,
  worker: Pick<WorkerIdentity, "confirmClaim">,
  check: () => void,
): (address: string | null) => CallGuard {
  let claim: Promise<void> | null = null;
  return (address) => ({
    check,
    async confirm() {
      claim ??= worker.confirmClaim();
      await claim;
      await confirmAttempt(ctx, attempt, address);
    },
  });
}

/** Marks a worker as stopped, after a clean shutdown. */
export async function retireWorker(ctx: Context, workerId: string): Promise<void> {
  await ctx.db
    .$executeRaw`UPDATE workers SET stopped_at = now() WHERE id = ${workerId}::uuid AND stopped_at IS NULL`;
}
