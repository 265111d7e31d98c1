import type { Presence } from "@/lib/contracts/admin/history";
import type { Context } from "../context";

/** Someone who hasn't been seen for this long has left (seconds). */
const awaySeconds = 30;

/** Reports that an administrator has something open, or has left, and returns who else has it open. */
export async function reportPresence(
  { db, clock }: Pick<Context, "db" | "clock">,
  { subject, isHere }: Required<Presence>,
  adminId: number,
): Promise<string[]> {
  const now = clock.now();
  await db.$executeRaw`
    DELETE FROM editor_presence
    WHERE seen_at < ${now}::timestamptz - make_interval(secs => ${awaySeconds}::int)
      OR seen_at > ${now}::timestamptz + make_interval(secs => ${awaySeconds}::int)
      OR (subject = ${subject} AND admin_id = ${adminId} AND NOT ${isHere}::boolean)`;
  if (isHere) {
    await db.$executeRaw`
      INSERT INTO editor_presence (subject, admin_id, seen_at) VALUES (${subject}, ${adminId}, ${now})
      ON CONFLICT (subject, admin_id) DO UPDATE SET seen_at = excluded.seen_at`;
  }
  const rows = await db.$queryRaw<{ username: string }[]>`
    SELECT a.username FROM editor_presence p JOIN admins a ON a.id = p.admin_id
    WHERE p.subject = ${subject} AND p.admin_id <> ${adminId} ORDER BY a.username`;
  return rows.map(({ username }) => username);
}
