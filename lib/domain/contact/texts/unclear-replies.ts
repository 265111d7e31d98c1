import { dayMs } from "@/lib/calendar/units";
import type { Context } from "../../context";

/** How many are shown, and for how long. */
const shown = 10;
const shownMs = 3 * dayMs;

/** A text that may be a request to stop, or about something else. */
export type UnclearReply = {
  id: bigint;
  /** At most 140 characters. */
  body: string;
  /** E.164. */
  phone: string;
  receivedAt: Date;
  /** The subscriber with this number; null if there's none. */
  subscriberId: number | null;
  email: string | null;
};

/**
 * The latest texts that a person should read, from numbers that still get texts or that no subscriber has.
 */
export async function listUnclearReplies(
  ctx: Pick<Context, "db" | "clock">,
): Promise<UnclearReply[]> {
  const since = new Date(ctx.clock.now().getTime() - shownMs);
  return ctx.db.$queryRaw<UnclearReply[]>`
    SELECT e.id, left(e.payload ->> 'Body', 140) AS body, e.payload ->> 'From' AS phone,
      e.received_at AS "receivedAt", s.id AS "subscriberId", s.email
    FROM webhook_events e
    LEFT JOIN LATERAL (
      SELECT id, email, sms_enabled FROM subscribers WHERE phone = e.payload ->> 'From'
      ORDER BY sms_enabled DESC, id DESC LIMIT 1) s ON true
    WHERE e.problem IS NOT NULL AND e.kind = 'inbound' AND e.received_at > ${since}
      AND s.sms_enabled IS NOT FALSE
      AND NOT EXISTS (
        SELECT 1 FROM suppressions x
        WHERE x.channel = 'sms' AND x.address = e.payload ->> 'From')
    ORDER BY e.id DESC LIMIT ${shown}`;
}
