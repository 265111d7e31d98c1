import { PgBoss } from "pg-boss";
import type { Channel } from "@/lib/contracts/primitives";
import type { DueBatch } from "@/lib/domain/delivery/engine/dispatch";
import type { Logger } from "@/lib/platform/logger";

/** One job is one batch of the ledger. */
export type BatchJob = { batchId: string };

const queueNames = {
  email: "briefing-email",
  sms: "briefing-sms",
} as const satisfies Record<Channel, string>;

/** Loops that fetch jobs, so that one fetches while the other is busy. */
const loops = 2;

/**
 * How many batches one loop has under way, and takes at once, so that the first few are shared by
 * all loops. A full fetch is what tells pg-boss to fetch on without a pause. Each e-mail batch is up
 * to 8 MB, and as much garbage soon after; this many keep a worker under 400 MB.
 */
const batchesPerLoop = 2;

/** The queues through which batches reach workers. The ledger is the truth, a job is a hint. */
export type Queues = {
  /** Offers batches to all workers; one that waits already is not offered twice. */
  offer(batches: readonly DueBatch[]): Promise<void>;
  /** Starts to take batches. */
  work(handle: (batchId: bigint) => Promise<void>): Promise<void>;
  /** Stops taking batches and waits for those under way. */
  stop(timeoutMs: number): Promise<void>;
};

/**
 * Connects to pg-boss on the same PostgreSQL, in a schema of its own.
 *
 * @param databaseUrl the service's database
 */
export async function connectQueues(databaseUrl: string, log: Logger): Promise<Queues> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "threeline-queues",
    schema: "pgboss",
    max: 4,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  });
  boss.on("error", (error) => log.warn({ err: error }, "queue"));
  await boss.start();
  for (const name of Object.values(queueNames)) {
    await boss.createQueue(name, {
      policy: "short",
      notify: true,
      // A lost or failed job is offered again from the ledger, which knows better when.
      retryLimit: 0,
      expireInSeconds: 15 * 60,
      retentionSeconds: 24 * 3_600,
      deleteAfterSeconds: 3_600,
    });
  }
  return {
    async offer(batches) {
      for (const [channel, name] of Object.entries(queueNames)) {
        const jobs = batches
          .filter((batch) => batch.channel === channel)
          .map(({ id }) => ({ data: { batchId: String(id) }, singletonKey: String(id) }));
        if (jobs.length > 0) await boss.insert(name, jobs);
      }
    },
    async work(handle) {
      for (const channel of ["email", "sms"] as const) {
        await boss.work<BatchJob>(
          queueNames[channel],
          {
            batchSize: batchesPerLoop,
            burstWhenBatchFull: true,
            localConcurrency: loops,
            pollingIntervalSeconds: 0.5,
            notifyPollingIntervalSeconds: 2,
          },
          async (jobs) => {
            await Promise.all(jobs.map((job) => handle(BigInt(job.data.batchId))));
          },
        );
      }
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    },
  };
}
