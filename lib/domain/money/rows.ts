import { localDateAt } from "@/lib/calendar/days";
import {
  moneyTimezone,
  type MoneyFigure,
  type MoneyRow,
  type MoneyRows,
} from "@/lib/contracts/admin/money";
import { Prisma, type RowOf } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { deriveMoney } from "./derive";
import { addMonths, monthOf } from "./months";

export type RowsQuery = {
  figure: MoneyFigure;
  /** `YYYY-MM`, by default the current month; figures about the present ignore it. */
  month?: string | undefined;
  /** By default all. */
  currency?: string | undefined;
  /** From the previous page. */
  cursor?: string | undefined;
  limit: number;
};

type StoredRow = RowOf<MoneyRow, "at"> & { position: string };

const change = Prisma.sql`(yearly - old_yearly) / 12.0`;

/** Which changes a figure adds up, and what each adds. */
const flows: Partial<Record<MoneyFigure, { where: Prisma.Sql; amount: Prisma.Sql }>> = {
  new: { where: Prisma.sql`old_yearly = 0 AND yearly > 0`, amount: change },
  expansion: { where: Prisma.sql`old_yearly > 0 AND yearly > old_yearly`, amount: change },
  contraction: { where: Prisma.sql`yearly > 0 AND yearly < old_yearly`, amount: change },
  churned: { where: Prisma.sql`old_yearly > 0 AND yearly = 0`, amount: change },
  canceled: { where: Prisma.sql`old_yearly > 0 AND yearly = 0`, amount: change },
  trial_started: { where: Prisma.sql`kind = 'trial_started'`, amount: Prisma.sql`0` },
  converted: { where: Prisma.sql`kind = 'converted'`, amount: Prisma.sql`amount` },
  charged: { where: Prisma.sql`kind IN ('converted', 'renewed')`, amount: Prisma.sql`amount` },
  refunded: { where: Prisma.sql`kind = 'refunded'`, amount: Prisma.sql`amount` },
};

/** The rows behind a figure, newest first. */
export async function listMoneyRows(ctx: Context, query: RowsQuery): Promise<MoneyRows> {
  await deriveMoney(ctx);
  const { figure, limit } = query;
  const month = query.month ?? monthOf(localDateAt(ctx.clock.now(), moneyTimezone));
  const inCurrency = query.currency ? Prisma.sql`currency = ${query.currency}` : Prisma.sql`true`;
  const after = readCursor(query.cursor);
  const flow = flows[figure];
  const chosen = flow
    ? Prisma.sql`
        SELECT key, kind, occurred_at, subscription_id, plan, currency, ${flow.amount} AS amount, reason
        FROM money_changes
        WHERE day >= ${`${month}-01`}::date AND day < ${`${addMonths(month, 1)}-01`}::date
          AND ${flow.where} AND ${inCurrency} AND ${isAfter(after)}
        ORDER BY occurred_at DESC, key DESC LIMIT ${limit + 1}`
    : standing(figure, after, limit);
  const rows = await ctx.db.$queryRaw<StoredRow[]>`
    WITH chosen AS (${chosen})
    SELECT c.key, c.kind, c.occurred_at AS at, c.subscription_id AS "subscriptionId",
      r.id AS "subscriberId", r.name, r.email, c.plan, c.currency,
      round(c.amount)::float8 AS amount, c.reason, c.occurred_at::text || ' ' || c.key AS position
    FROM chosen c LEFT JOIN subscriptions s ON s.paddle_subscription_id = c.subscription_id
    LEFT JOIN subscribers r ON r.id = s.subscriber_id
    ORDER BY c.occurred_at DESC, c.key DESC`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(toRow),
    nextCursor: rows.length > limit && last ? writeCursor(last.position) : null,
  };
}

function toRow({ at, position: _position, ...row }: StoredRow): MoneyRow {
  return { ...row, at: at.toISOString() };
}

/** Subscriptions as they are now, by their latest change. */
function standing(figure: MoneyFigure, after: Position | null, limit: number): Prisma.Sql {
  const isCounted =
    figure === "past_due"
      ? Prisma.sql`s.status = 'past_due'`
      : Prisma.sql`s.status IN ('active', 'past_due') AND s.cancel_at IS NULL`;
  return Prisma.sql`
    SELECT s.paddle_subscription_id AS key, s.status AS kind, s.created_at AS occurred_at,
      s.paddle_subscription_id AS subscription_id, s.plan, c.currency,
      coalesce(c.yearly, 0) / 12.0 AS amount, NULL AS reason
    FROM (
      SELECT * FROM subscriptions s
      WHERE ${isCounted} AND s.paddle_subscription_id IS NOT NULL AND ${
        after
          ? Prisma.sql`(s.created_at, s.paddle_subscription_id) < (${after.at}::timestamptz, ${after.key})`
          : Prisma.sql`true`
      }
      ORDER BY s.created_at DESC, s.paddle_subscription_id DESC LIMIT ${limit + 1}) s
    LEFT JOIN LATERAL (
      SELECT c.yearly, c.currency FROM money_changes c
      WHERE c.subscription_id = s.paddle_subscription_id AND c.status IS NOT NULL
      ORDER BY c.occurred_at DESC LIMIT 1) c ON true`;
}

type Position = { at: string; key: string };

function isAfter(after: Position | null): Prisma.Sql {
  return after
    ? Prisma.sql`(occurred_at, key) < (${after.at}::timestamptz, ${after.key})`
    : Prisma.sql`true`;
}

const writeCursor = (position: string) => Buffer.from(position).toString("base64url");

/** Where the previous page ended; null for the first page, and for a cursor that isn't ours. */
function readCursor(cursor: string | undefined): Position | null {
  const text = Buffer.from(cursor ?? "", "base64url").toString();
  const match = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::\d\d)?) (\S+)$/.exec(text);
  return match?.[1] && match[2] ? { at: match[1], key: match[2] } : null;
}
