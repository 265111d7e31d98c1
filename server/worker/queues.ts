import { PgBoss } from "pg-boss";
import { channels } from "@/lib/contracts/primitives";
import type { DueBatch } from "@/lib/domain/delivery/engine/dispatch";
import { connectionLimits } from "@/lib/platform/database/database";
import type { Logger } from "@/lib/platform/logger";

/** One job is one batch of the ledger. */
export type BatchJob = { batchId: string };

/**
 * Unknown outcomes have queues of their own, so that asking about them waits for no backlog, and sending
 * for no slow answer.
 */
const queues = channels.flatMap((channel) => [
  { channel, state: "ready", name: `briefing-${channel}` } as const,
  { channel, state: "unknown", name: `briefing-${channel}-unknown` } as const,
]);

/** Number of loops per queue that fetch jobs, so that one can fetch while the other is busy. */
const loops = 2;

/**
 * How many batches one loop fetches at once. pg-boss fetches again without a pause after a full fetch, once
 * all of them are done; the other loop's are sent while the last one is finished.
 */
const batchesPerLoop = 4;

/** How many batches of a queue are sent at once. An email batch is up to 8 MB. */
const batchesAtOnce = 4;

/** Runs tasks as soon as fewer than `limit` others are running, in the order in which they came. */
function limitTo(limit: number): (task: () => Promise<void>) => Promise<void> {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Queues that hand batches to workers. The ledger is the source of truth; a job is only a hint. */
export type Queues = {
  /** Offers batches to all workers. A batch that is already waiting isn't queued twice. */
  offer(batches: readonly DueBatch[]): Promise<void>;
  /** Starts taking batches. */
  work(handle: (batchId: bigint) => Promise<void>): Promise<void>;
  /** Stops taking batches and waits for those being sent. */
  stop(timeoutMs: number): Promise<void>;
};

/**
 * Connects to pg-boss, which has its own schema in the same database.
 *
 * @param databaseUrl the service's database, without a pooler in between: notifications about new jobs
 *   need a session
 */
export async function connectQueues(databaseUrl: string, log: Logger): Promise<Queues> {
  const boss = new PgBoss({
    ...connectionLimits,
    connectionString: databaseUrl,
    application_name: "threeline-queues",
    schema: "pgboss",
    max: 4,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  });
  boss.on("error", (error) => log.warn({ err: error }, "queue error"));
  await boss.start();
  for (const { name } of queues) {
    await boss.createQueue(name, {
      policy: "short",
      notify: true,
      // The ledger decides when to retry and offers the batch again.
      retryLimit: 0,
      expireInSeconds: 15 * 60,
      retentionSeconds: 24 * 3_600,
      deleteAfterSeconds: 3_600,
    });
  }
  let isStopping = false;
  return {
    async offer(batches) {
      for (const { channel, state, name } of queues) {
        const jobs = batches
          .filter((batch) => batch.channel === channel && batch.state === state)
          .map(({ id }) => ({ data: { batchId: String(id) }, singletonKey: String(id) }));
        if (jobs.length > 0) await boss.insert(name, jobs);
      }
    },
    async work(handle) {
      for (const { name } of queues) {
        const inTurn = limitTo(batchesAtOnce);
        await boss.work<BatchJob>(
          name,
          {
            batchSize: batchesPerLoop,
            burstWhenBatchFull: true,
            localConcurrency: loops,
            pollingIntervalSeconds: 0.5,
            notifyPollingIntervalSeconds: 2,
          },
          async (jobs) => {
            const send = ({ data }: { data: BatchJob }) =>
              // One that hasn't begun is offered again, to another worker.
              inTurn(async () => (isStopping ? undefined : handle(BigInt(data.batchId))));
            await Promise.all(jobs.map(send));
          },
        );
      }
    },
    async stop(timeoutMs) {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    },
  };
}
