import {
  addDays,
  fromDatabaseDate,
  isWeekday,
  localDateAt,
  toDatabaseDate,
} from "@/lib/calendar/days";
import { formatLongWeekday } from "@/lib/calendar/format";
import type { ChannelState, Person, PersonPayment, StripDay } from "@/lib/contracts/admin/person";
import { channels } from "@/lib/contracts/primitives";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import { findPendingEmailChange } from "../../account/email-change/pending";
import { currentPause } from "../../account/pause";
import { findFailedPayment } from "../../billing/failed-payment";
import { findOwnSubscriptions } from "../../billing/erasure";
import { listOpenRefundsOf } from "../../billing/review-refunds";
import { findCurrentSubscription } from "../../billing/status";
import type { Context } from "../../context";
import { listDaysOff } from "../../daily-messages/days-off";
import { listDeliveries } from "../../delivery/subscriber/history";
import { getReader, type Reader } from "../../delivery/subscriber/reader";
import { readRows } from "../list/rows";
import { outcomeOf } from "./describe";
import { describeNext, listChannels } from "./next-briefing";
import { chargeSchema } from "./timeline-sources";

const stripWeeks = 13;

/**
 * Everything the team needs to know about one subscriber, and what they get next, by the rules that
 * delivery uses.
 *
 * @throws AppError 404 when nobody has the ID
 */
export async function getPerson(ctx: Context, id: number): Promise<Person> {
  const [row] = await readRows(ctx, [id]);
  if (!row) throw new AppError(404, personMessages.notFound);
  const [reader, subscription, facts, emailChange, { nextDate, resendable }] = await Promise.all([
    getReader(ctx, id),
    findCurrentSubscription(ctx.db, id),
    readFacts(ctx, id),
    findPendingEmailChange(ctx, id),
    listDeliveries(ctx, id),
  ]);
  const failed = await findFailedPayment(ctx.db, subscription);
  const states = await listChannels(ctx, reader, nextDate);
  const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;
  const { name, email, phone, timezone, status, plan, joinedAt, endsAt } = row;
  return {
    id,
    name,
    email,
    phone,
    timezone,
    status,
    plan,
    joinedAt,
    endsAt,
    ...facts,
    emailChange,
    firstChargeAt: iso(subscription?.firstChargeAt),
    nextChargeAt: status === "canceled" ? null : iso(subscription?.nextChargeAt),
    hasPaddle: Boolean(subscription?.paddleSubscriptionId),
    pause: currentPause(ctx, reader),
    next: describeNext(ctx, reader, { subscription, nextDate, states }),
    channels: states,
    resendable,
    strip: await readStrip(ctx, reader),
    payments: await readPayments(ctx, id),
    failedPayment: failed && { ...failed, at: failed.at.toISOString() },
    openRefunds: (await listOpenRefundsOf(ctx, id)).map(({ kind, transactionId, at }) => ({
      kind,
      transactionId,
      at: at.toISOString(),
    })),
    consents: await readConsents(ctx, reader, states),
  };
}

async function readFacts({ db, clock }: Context, id: number) {
  const found = await db.subscriber.findUniqueOrThrow({
    where: { id },
    select: {
      paymentEmail: true,
      phoneChange: { select: { phone: true, expiresAt: true } },
      sessions: { select: { createdAt: true }, orderBy: { createdAt: "desc" }, take: 1 },
      notes: {
        select: { id: true, author: true, body: true, createdAt: true },
        orderBy: { id: "desc" },
        take: 100,
      },
    },
  });
  const { paymentEmail, phoneChange, sessions, notes } = found;
  const isPending = phoneChange !== null && phoneChange.expiresAt > clock.now();
  return {
    paymentEmail,
    pendingPhone: isPending ? phoneChange.phone : null,
    lastLoginAt: sessions[0]?.createdAt.toISOString() ?? null,
    notes: notes.map((note) => ({ ...note, createdAt: note.createdAt.toISOString() })),
  };
}

/** The weekdays of the last 13 weeks, looked up by primary key. */
async function readStrip(ctx: Context, reader: Reader): Promise<StripDay[]> {
  const today = localDateAt(ctx.clock.now(), reader.timezone);
  let monday = today;
  while (formatLongWeekday(monday) !== "Monday") monday = addDays(monday, -1);
  const first = addDays(monday, -7 * (stripWeeks - 1));
  const dates = Array.from({ length: 7 * stripWeeks }, (_, day) => addDays(first, day)).filter(
    (date) => isWeekday(date) && date <= today,
  );
  const rows = await ctx.db.delivery.findMany({
    where: {
      localDate: { in: dates.map(toDatabaseDate) },
      channel: { in: [...channels] },
      subscriberId: reader.id,
    },
    select: { localDate: true, channel: true, state: true, providerStatus: true },
  });
  const firstDay = localDateAt(reader.createdAt, reader.timezone);
  const daysOff = await listDaysOff(ctx, firstDay > first ? firstDay : first);
  const known = new Map(
    rows.map((row) => [`${fromDatabaseDate(row.localDate)} ${row.channel}`, outcomeOf(row)]),
  );
  return dates.map((localDate) => {
    const without = daysOff.includes(localDate) ? "day_off" : null;
    return {
      localDate,
      email: known.get(`${localDate} email`) ?? without,
      sms: known.get(`${localDate} sms`) ?? without,
    };
  });
}

/**
 * What Paddle charged. The amount is in the email about it; a trial starts with a payment of zero, whose
 * period ends at the first charge.
 */
async function readPayments({ db }: Context, id: number): Promise<PersonPayment[]> {
  const own = await findOwnSubscriptions(db, id);
  const where = {
    paddleSubscriptionId: { in: own.flatMap((each) => each.paddleSubscriptionId ?? []) },
  };
  const [rows, trials] = await Promise.all([
    db.payment.findMany({
      where,
      orderBy: [{ periodEndsAt: "desc" }, { paddleTransactionId: "desc" }],
    }),
    db.subscription.findMany({
      where: { ...where, firstChargeAt: { not: null } },
      select: { paddleSubscriptionId: true, firstChargeAt: true },
    }),
  ]);
  const firstCharges = new Map(
    trials.map((trial) => [trial.paddleSubscriptionId, trial.firstChargeAt]),
  );
  const receipts = await db.notice.findMany({
    where: { key: { in: rows.map((row) => `charged:${row.paddleTransactionId}`) } },
    select: { key: true, detail: true },
  });
  const charges = new Map(
    receipts.map(({ key, detail }) => [key, chargeSchema.safeParse(detail).data]),
  );
  return rows.map((row) => {
    const charge = charges.get(`charged:${row.paddleTransactionId}`);
    return {
      transactionId: row.paddleTransactionId,
      amount: charge?.amount ?? null,
      currency: charge?.currency ?? null,
      isTrial: !charge && isTrialStart(row, firstCharges.get(row.paddleSubscriptionId)),
      paidAt: charge?.at ?? null,
      periodEndsAt: row.periodEndsAt?.toISOString() ?? null,
      refundedAt: row.refundedAt?.toISOString() ?? null,
      chargedBackAt: row.chargedBackAt?.toISOString() ?? null,
    };
  });
}

function isTrialStart(
  { periodEndsAt, total }: { periodEndsAt: Date | null; total: bigint | null },
  firstChargeAt: Date | null | undefined,
): boolean {
  return (
    total === null &&
    periodEndsAt !== null &&
    Boolean(firstChargeAt && periodEndsAt <= firstChargeAt)
  );
}

async function readConsents(
  { db }: Context,
  reader: Reader,
  states: readonly ChannelState[],
): Promise<Person["consents"]> {
  const rows = await db.consent.findMany({
    where: { subscriberId: reader.id },
    orderBy: { id: "desc" },
  });
  const isStopped = states.some(
    ({ channel, suppression }) => channel === "sms" && suppression?.reason === "stop",
  );
  return rows.map(({ kind, wording, grantedAt, phone }) => ({
    kind,
    wording,
    grantedAt: grantedAt.toISOString(),
    phone,
    isWithdrawn: kind === "sms" && (phone !== reader.phone || isStopped),
  }));
}
