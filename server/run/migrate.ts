import { openSlots } from "@/lib/domain/delivery/schedule/slots";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { withConnection } from "@/lib/platform/database/with-connection";
import { OperatorError } from "@/lib/platform/operator-error";

/** A blocking migration must be done before the next slot opens (milliseconds). */
const leadMs = 15 * 60_000;

/** A worker's heartbeat is this recent while it runs (seconds). */
const aliveS = 15;

/**
 * Applies all missing migrations, and returns their names. Refuses one marked as blocking while workers are
 * delivering briefings, or will be within 15 minutes.
 *
 * @param options.emailLeadMinutes how long before 8:00 sending of email starts
 * @throws OperatorError
 */
export async function migrate(
  databaseUrl: string,
  options: { now: Date; emailLeadMinutes: number; isForced?: boolean; root?: string },
): Promise<string[]> {
  const { now, emailLeadMinutes, isForced = false, root } = options;
  const until = endOfDelivery(now, emailLeadMinutes);
  return applyMigrations(databaseUrl, {
    ...(root === undefined ? {} : { root }),
    async beforeBlocking({ name, blocking }) {
      if (isForced || until === null || !(await hasRunningWorker(databaseUrl))) return;
      throw new OperatorError(
        `The migration ${name} would hold up briefings that are being delivered now (${blocking}). ` +
          `Run npm run cli -- migrate up after ${until.toISOString().slice(11, 16)} UTC, when no window is open, or with --now.`,
      );
    },
  });
}

/** When the last open window closes; null if none is open or about to open. */
function endOfDelivery(now: Date, emailLeadMinutes: number): Date | null {
  let end = now;
  for (;;) {
    const soon = new Date(end.getTime() + leadMs);
    const slots = [end, soon].flatMap((instant) => openSlots(instant, emailLeadMinutes));
    if (slots.length === 0) return end === now ? null : end;
    end = new Date(Math.max(...slots.map(({ closesAt }) => closesAt.getTime())));
  }
}

async function hasRunningWorker(databaseUrl: string): Promise<boolean> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ some: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM workers WHERE stopped_at IS NULL
        AND heartbeat_at > now() - make_interval(secs => ${aliveS})) AS some`,
    );
    return rows[0]?.some ?? false;
  });
}
