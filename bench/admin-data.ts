import { addDays, isWeekday, nextWeekday, toDatabaseDate } from "@/lib/calendar/days";
import type { Context } from "@/lib/domain/context";
import { textsOf } from "@/lib/domain/posts/post-views";
import { seedPosts } from "@/lib/domain/seed/posts";
import { finishDemo, seedDemo } from "@/lib/domain/seed/demo/demo";
import type { Database } from "@/lib/platform/database/database";
import { hashPassword, passwordCost } from "@/lib/platform/password";

export const credentials = { username: "bench", password: "a password for the bench" };
export const postCount = 10_000;
export const messageCount = 260;
export const imageCount = 5_000;

export type DataSize = {
  /** People who ever subscribed. 0 leaves out everything about them. */
  subscribers: number;
  /** Days of deliveries. */
  days: number;
  /** Rows of the ledger. */
  deliveries: number;
  /** For at most this long, rows are added to the ledger. */
  minutes: number;
};

/** PostgreSQL's settings while the data is written: nothing has to survive a crash. */
export const loadSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "8GB",
  checkpoint_timeout: "1h",
  work_mem: "64MB",
  maintenance_work_mem: "256MB",
};

const slugLetters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** About 900 words, as a long post has them. */
export const content = Array.from(
  { length: 30 },
  (_, index) =>
    `## Story ${index}\n\nThe **ten-year yield** fell to 4.11%, a three-month low, after [services data](https://example.com/${index}) came in soft; two of five desks now expect a cut.`,
).join("\n\n");

export const message =
  "1. Ten-year yield at 4.11%\n2. Brent under $70\n3. ECB seen cutting in December";

/** Two letters and digits, or three once those are used up. */
export function slugOf(index: number): string {
  const base = slugLetters.length;
  const rest = index - base ** 2;
  const digits =
    rest < 0
      ? [Math.floor(index / base), index % base]
      : [Math.floor(rest / base ** 2), Math.floor(rest / base) % base, rest % base];
  return digits.map((digit) => slugLetters[digit]).join("");
}

/** A word that only the post with this index contains. */
export function rareWord(index: number): string {
  const syllables = ["ba", "de", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu"];
  return Array.from(String(index).padStart(5, "0"), (digit) => syllables[Number(digit)]).join("");
}

/** The date of a message and of a post: the first is the next weekday's. */
export const dateOf = (today: string, index: number) => addDays(nextWeekday(today), -index);

/** Long posts that differ in a few words, with what the site derives from them. */
function posts(today: string) {
  const variants = seedPosts.map((post) => {
    const long = `${post.content}\n\n${content}`;
    return { title: post.title, content: long, ...textsOf(long) };
  });
  return Array.from({ length: postCount }, (_, index) => {
    const variant = variants[index % variants.length];
    if (!variant) throw new Error("There are no sample posts.");
    const image = index % 2 === 0 ? `\n\n![Chart ${index}](${imageOf(index / 2)})` : "";
    const last = `\n\nSee note ${index} on ${rareWord(index)}.${image}`;
    return {
      slug: slugOf(index),
      title: `Post ${index}: ${variant.title}`,
      localDate: toDatabaseDate(dateOf(today, index)),
      content: variant.content + last,
      plainText: variant.plainText + last,
      preview: variant.preview,
      readTime: 4,
    };
  });
}

/** Every image but the last tenth is in a post. Their files don't exist. */
const isShown = (index: number) => index < imageCount * 0.9;

const keyOf = (index: number) => index.toString(16).padStart(20, "0");

const imageOf = (index: number) => `/images/${keyOf(isShown(index) ? index : 0)}/1200x750.png`;

/** An owner, 10,000 posts with 5,000 images, and messages. */
export async function fillBriefings(db: Database, today: string): Promise<void> {
  const passwordHash = await hashPassword(credentials.password, passwordCost);
  await db.admin.create({ data: { username: credentials.username, passwordHash, role: "owner" } });
  const all = posts(today);
  for (let start = 0; start < all.length; start += 100) {
    await db.post.createMany({ data: all.slice(start, start + 100) });
  }
  await db.image.createMany({
    data: Array.from({ length: imageCount }, (_, index) => ({
      key: keyOf(index),
      name: `chart-${index}-${rareWord(index)}.png`,
      alt: `Chart ${index}: the rate falls`,
      width: 1200,
      height: 750,
      format: "png",
      sizeBytes: 150_000,
      actor: `admin:${credentials.username}`,
      createdAt: toDatabaseDate(today),
      chosenAt: toDatabaseDate(today),
    })),
  });
  await db.dailyMessage.createMany({
    data: Array.from({ length: messageCount }, (_, index) => ({
      localDate: toDatabaseDate(dateOf(today, index)),
      message,
    })),
  });
}

/** Adds the demo, and then to its ledger until it's as large as it should be. */
export async function fillPeople(
  ctx: Pick<Context, "db" | "clock" | "log">,
  today: string,
  { subscribers, days, deliveries, minutes }: DataSize,
): Promise<void> {
  const report = await seedDemo(
    ctx,
    { subscribers, days },
    {
      onProgress: (done) => console.log(`the demo has ${done}`),
      loadPurchases: async () => undefined,
    },
  );
  if (typeof report === "string") throw new Error(`The demo wasn't added: ${report}.`);
  console.log(`the demo has ${report.deliveries} deliveries`);
  const startedAt = Date.now();
  let total = report.deliveries;
  for (let back = 1; back <= days && total < deliveries; back += 1) {
    const date = addDays(today, -back);
    if (!isWeekday(date)) continue;
    if (Date.now() - startedAt > minutes * 60_000) break;
    total += await addDeliveries(ctx.db, date);
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(`${total} deliveries after ${seconds} more seconds`);
  await finishDemo(ctx);
  await vacuum(ctx.db);
}

/** What everybody who isn't in a day's ledger yet would have got, by email and text. */
function addDeliveries(db: Database, date: string): Promise<number> {
  return db.$executeRaw`
    INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id, state,
      provider_message_id, finalized_at, provider_status)
    SELECT w.local_date, w.channel, s.id, s.timezone, b.ids[1 + s.id % cardinality(b.ids)],
      w.edition_id, 'accepted', 'bench-' || w.local_date || w.channel || s.id,
      w.opens_at + make_interval(secs => 60 + s.id % 600), 'delivered'
    FROM delivery_slots w
    CROSS JOIN LATERAL (
      SELECT array_agg(id) AS ids FROM delivery_batches WHERE slot_id = w.id) b
    JOIN subscribers s ON s.timezone = w.timezone
    WHERE w.local_date = ${date}::date AND b.ids IS NOT NULL
    ORDER BY w.id, s.id
    ON CONFLICT DO NOTHING`;
}

/** What autovacuum would have done over the year. */
async function vacuum(db: Database): Promise<void> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;
  for (const { name } of tables) await db.$executeRawUnsafe(`VACUUM (ANALYZE) ${name}`);
}
