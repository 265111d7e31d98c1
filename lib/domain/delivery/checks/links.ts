import { limitTo } from "@/lib/platform/limit-to";
import type { Context } from "../../context";
import type { LinkAnswer } from "../../ports/links";

type LinkContext = Pick<Context, "db" | "clock" | "links" | "log" | "settings">;

/** How long an answer counts, in minutes. */
const freshMinutes: Readonly<Record<LinkAnswer["state"], number>> = {
  works: 360,
  moved: 60,
  dead: 30,
  unknown: 10,
};

const keptDays = 30;

/** A post has a few links; the rest of one with hundreds isn't checked. */
export const mostLinks = 50;

/** How many are called at the same time. */
const inTurn = limitTo(8);

/** Longer ones don't fit in the index of stored answers. */
const longestUrl = 2_000;

/** What is being checked in this process. */
const checking = new Map<string, Promise<void>>();

/** The links that can be checked, without duplicates: web addresses other than our own pages. */
export function checkableLinks(urls: readonly string[], siteUrl: string): string[] {
  const parsed = urls.flatMap((text) => {
    const url = URL.parse(text, siteUrl);
    const isOurs = url?.origin === new URL(siteUrl).origin;
    return url && !isOurs && /^https?:$/.test(url.protocol) && url.href.length <= longestUrl
      ? [withoutHash(url)]
      : [];
  });
  return [...new Set(parsed)].slice(0, mostLinks);
}

/** The slugs of our own posts that these links point to, with the link. */
export function ownPostLinks(
  urls: readonly string[],
  siteUrl: string,
): { url: string; slug: string }[] {
  return urls.flatMap((text) => {
    const url = URL.parse(text, siteUrl);
    const slug = /^\/r\/([a-z0-9]{2,3})$/.exec(url?.pathname ?? "")?.[1];
    return url?.origin === new URL(siteUrl).origin && slug ? [{ url: text, slug }] : [];
  });
}

/** A server sees only the part before `#`. */
function withoutHash(url: URL): string {
  url.hash = "";
  return url.href;
}

/** The last answer of each link, in their order, and whether it's too old to count. */
export async function findLinkAnswers(
  { db, clock }: Pick<LinkContext, "db" | "clock">,
  urls: readonly string[],
): Promise<ReadonlyMap<string, LinkAnswer & { isOld: boolean }>> {
  const rows = await db.$queryRaw<(LinkAnswer & { url: string; checkedAt: Date })[]>`
    SELECT url, state, detail, checked_at AS "checkedAt" FROM link_checks
    WHERE url = ANY(${[...urls]}) ORDER BY array_position(${[...urls]}::text[], url)`;
  const now = clock.now().getTime();
  return new Map(
    rows.map(({ url, state, detail, checkedAt }) => {
      const ageMs = now - checkedAt.getTime();
      const isOld = ageMs < 0 || ageMs >= freshMinutes[state] * 60_000;
      return [url, { state, detail, isOld }];
    }),
  );
}

/** Calls links and stores the answers. Never throws; a link that is being checked isn't called twice. */
export async function checkLinks(ctx: LinkContext, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    if (checking.has(url)) continue;
    const check = inTurn(() => checkOne(ctx, url));
    checking.set(url, check);
  }
  await Promise.all(urls.flatMap((url) => checking.get(url) ?? []));
}

async function checkOne(ctx: LinkContext, url: string): Promise<void> {
  try {
    const { state, detail } = await ctx.links.check(url);
    const now = ctx.clock.now();
    await ctx.db.$executeRaw`
      INSERT INTO link_checks (url, state, detail, checked_at) VALUES (${url}, ${state}, ${detail}, ${now})
      ON CONFLICT (url) DO UPDATE
        SET state = excluded.state, detail = excluded.detail, checked_at = excluded.checked_at`;
    await ctx.db.$executeRaw`
      DELETE FROM link_checks
      WHERE checked_at < ${now}::timestamptz - make_interval(days => ${keptDays}::int)`;
  } catch (error) {
    ctx.log.warn({ err: error, url }, "link not checked");
  } finally {
    checking.delete(url);
  }
}
