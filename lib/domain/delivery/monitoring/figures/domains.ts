import { addDays, isWeekday, localDateAt } from "@/lib/calendar/days";
import type { DomainsView } from "@/lib/contracts/admin/deliveries";
import type { Context } from "../../../context";

/** Days that are counted again each night, because reports about them may still have arrived. */
const recountedDays = 7;

/** How many domains are listed by name. */
const listedDomains = 20;

/**
 * Counts how the emails of the past week ended, by domain. A domain with only one person would name them,
 * so those are counted together. Safe to repeat.
 */
export async function countDomains(ctx: Pick<Context, "db" | "clock">): Promise<void> {
  const today = localDateAt(ctx.clock.now(), "Europe/London");
  for (let back = 1; back <= recountedDays; back += 1) {
    const date = addDays(today, -back);
    if (isWeekday(date)) await countDomainsOf(ctx, date);
  }
}

async function countDomainsOf({ db }: Pick<Context, "db">, date: string): Promise<void> {
  await db.$executeRaw`
    WITH sent AS MATERIALIZED (
      SELECT s.email, lower(split_part(s.email, '@', 2)) AS domain, d.provider_status AS status
      FROM deliveries d JOIN subscribers s ON s.id = d.subscriber_id
      WHERE d.local_date = ${date}::date AND d.channel = 'email' AND d.state = 'accepted'
    ), shared AS (
      SELECT domain FROM sent GROUP BY 1 HAVING count(*) > 1
    ), named AS (
      SELECT sent.*, CASE WHEN shared.domain IS NULL THEN 'other' ELSE sent.domain END AS name
      FROM sent LEFT JOIN shared USING (domain)
    ), worded AS (
      SELECT name, (SELECT left(coalesce(nullif(w.payload ->> 'Description', ''),
          w.payload ->> 'Details'), 300) FROM webhook_events w
        WHERE webhook_subject(w.payload) = lower(named.email) AND w.kind = 'Bounce'
        ORDER BY w.id DESC LIMIT 1) AS words
      FROM named WHERE status IN ('bounced', 'soft_bounced') AND name <> 'other'
    )
    INSERT INTO domain_counts (local_date, domain, sent, hard, soft, complaints, words)
    SELECT ${date}::date, name, count(*), count(*) FILTER (WHERE status = 'bounced'),
      count(*) FILTER (WHERE status = 'soft_bounced'),
      count(*) FILTER (WHERE status = 'complained'),
      (SELECT mode() WITHIN GROUP (ORDER BY worded.words) FROM worded WHERE worded.name = named.name)
    FROM named GROUP BY name
    ON CONFLICT (local_date, domain) DO UPDATE SET sent = EXCLUDED.sent, hard = EXCLUDED.hard,
      soft = EXCLUDED.soft, complaints = EXCLUDED.complaints, words = EXCLUDED.words`;
}

/**
 * How the emails of a period's past days ended, by domain: the largest, and the others together.
 *
 * @param days how many days to look back
 */
export async function listDomains(
  { db, clock }: Pick<Context, "db" | "clock">,
  days: number,
): Promise<DomainsView> {
  const from = addDays(localDateAt(clock.now(), "Europe/London"), 1 - days);
  const domains = await db.$queryRaw<DomainsView["domains"]>`
    WITH total AS (
      SELECT domain, sum(sent) AS sent, sum(hard) AS hard, sum(soft) AS soft,
        sum(complaints) AS complaints,
        (array_agg(words ORDER BY local_date DESC) FILTER (WHERE words IS NOT NULL))[1] AS words,
        row_number() OVER (ORDER BY domain = 'other', sum(sent) DESC, domain) <= ${listedDomains}
          AND domain <> 'other' AS is_listed
      FROM domain_counts WHERE local_date >= ${from}::date GROUP BY domain
    )
    SELECT CASE WHEN is_listed THEN domain ELSE 'other' END AS domain, sum(sent)::int AS sent,
      sum(hard)::int AS hard, sum(soft)::int AS soft, sum(complaints)::int AS complaints,
      CASE WHEN bool_and(is_listed) THEN min(words) END AS words
    FROM total GROUP BY 1 ORDER BY bool_and(is_listed) DESC, 2 DESC, 1`;
  return { domains };
}
