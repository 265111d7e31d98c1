import { fromDatabaseDate } from "@/lib/calendar/days";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import { auditSubjectsOf, customersOf, findOwnSubscriptions } from "../billing/erasure";
import type { Context } from "../context";
import { deliveriesOf } from "../delivery/subscriber/subscriber-deliveries";
import { listAddresses, withoutOthers } from "../erasure/addresses";
import { listConsentProofs } from "../erasure/consent-proofs";

/**
 * Everything stored about a subscriber (docs/product-spec.md, section 7.6): dates as ISO 8601,
 * times in UTC. Anything that grants access is left out: token hashes, session ids, the checkout
 * uid, and addresses that contain a token.
 *
 * @throws AppError 401 when the account no longer exists
 */
export async function exportData(ctx: Context, subscriberId: number) {
  const { db } = ctx;
  const account = await db.subscriber.findUnique({
    where: { id: subscriberId },
    omit: { id: true },
    include: {
      consents: { omit: { id: true, subscriberId: true }, orderBy: { id: "asc" } },
      onboarding: {
        omit: { uid: true, subscriberId: true },
        include: { addressConfirmation: { omit: { id: true, subscriberId: true } } },
        orderBy: { id: "asc" },
      },
      sessions: {
        select: { createdAt: true, lastSeenAt: true, expiresAt: true, revokedAt: true },
        orderBy: { createdAt: "asc" },
      },
      loginTokens: {
        select: { createdAt: true, expiresAt: true, consumedAt: true },
        orderBy: { id: "asc" },
      },
      notices: {
        select: { kind: true, recipient: true, detail: true, createdAt: true, sentAt: true },
        orderBy: { createdAt: "asc" },
      },
      phoneChange: { select: { phone: true, attempts: true, expiresAt: true } },
      emailChange: { omit: { id: true, subscriberId: true } },
      imports: { select: { before: true, storedAt: true }, orderBy: { storedAt: "asc" } },
      emailVisits: {
        select: { localDate: true, kind: true, link: true },
        orderBy: [{ localDate: "asc" }, { kind: "asc" }, { link: "asc" }],
      },
      notes: { select: { author: true, body: true, createdAt: true }, orderBy: { id: "asc" } },
    },
  });
  if (!account) throw new AppError(401, httpMessages.loginRequired);
  const {
    consents,
    onboarding,
    sessions,
    loginTokens,
    notices,
    phoneChange,
    emailChange,
    imports,
    notes,
    emailVisits,
    ...person
  } = account;
  const addresses = await listAddresses(ctx, db, subscriberId);
  const billing = await exportBilling(ctx, subscriberId);
  const atPaddle = billing.customers.map(({ email }) => email);
  const emails = [...addresses.emails, ...(await withoutOthers(db, subscriberId, atPaddle))];
  return {
    exportedAt: ctx.clock.now(),
    person,
    ...billing,
    onboarding,
    phoneChange,
    emailChange,
    imports,
    notes,
    emailVisits: emailVisits.map((row) => ({
      ...row,
      localDate: fromDatabaseDate(row.localDate),
    })),
    consents,
    earlierConsents: await listConsentProofs(ctx, [...emails, ...addresses.provenPhones]),
    deliveries: await exportDeliveries(ctx, subscriberId),
    reservedAddresses: await exportReservations(ctx, subscriberId, [
      ...emails,
      ...addresses.phones,
    ]),
    suppressions: await db.suppression.findMany({
      where: {
        OR: [
          { channel: "email", address: { in: emails.map((email) => email.toLowerCase()) } },
          { channel: "sms", address: { in: addresses.phones } },
        ],
      },
      omit: { id: true },
      orderBy: { id: "asc" },
    }),
    notices,
    missedDays: (
      await db.missedDay.findMany({
        where: { subscriberId },
        omit: { subscriberId: true, nextAttemptAt: true },
        orderBy: { localDate: "asc" },
      })
    ).map((row) => ({ ...row, localDate: fromDatabaseDate(row.localDate) })),
    logins: { sessions, links: loginTokens },
    changes: await exportChanges(ctx, [
      `subscriber:${subscriberId}`,
      ...(await findOwnSubscriptions(db, subscriberId)).flatMap(auditSubjectsOf),
      ...emails.map((email) => `email:${email.toLowerCase()}`),
      ...addresses.phones.map((phone) => `sms:${phone}`),
    ]),
    reports: await exportReports(ctx, [
      ...emails,
      ...addresses.phones,
      ...billing.customers.map(({ id }) => id),
    ]),
  };
}

async function exportBilling({ db }: Context, subscriberId: number) {
  const own = await findOwnSubscriptions(db, subscriberId);
  const subscriptionIds = own.flatMap((each) => each.paddleSubscriptionId ?? []);
  return {
    subscriptions: (
      await db.subscription.findMany({
        where: { id: { in: own.map(({ id }) => id) } },
        omit: { id: true, subscriberId: true, endAttempts: true, endNextAttemptAt: true },
        orderBy: { id: "asc" },
      })
    ).map((subscription) => ({ ...subscription, price: numberOf(subscription.price) })),
    payments: (
      await db.payment.findMany({
        where: { paddleSubscriptionId: { in: subscriptionIds } },
        orderBy: { paddleTransactionId: "asc" },
      })
    ).map((payment) => ({ ...payment, total: numberOf(payment.total) })),
    adjustments: (
      await db.adjustment.findMany({
        where: { paddleSubscriptionId: { in: subscriptionIds } },
        orderBy: { paddleAdjustmentId: "asc" },
      })
    ).map((adjustment) => ({
      ...adjustment,
      total: numberOf(adjustment.total),
      subtotal: numberOf(adjustment.subtotal),
    })),
    moneyEvents: (
      await db.moneyEvent.findMany({
        where: { subscriptionId: { in: subscriptionIds } },
        omit: { isDerived: true },
        orderBy: [{ occurredAt: "asc" }, { key: "asc" }],
      })
    ).map((event) => ({
      ...event,
      yearly: numberOf(event.yearly),
      amount: numberOf(event.amount),
    })),
    customers: await db.paddleCustomer.findMany({
      where: { id: { in: customersOf(own) } },
      orderBy: { id: "asc" },
    }),
  };
}

const numberOf = (amount: bigint | null) => (amount === null ? null : Number(amount));

async function exportDeliveries({ db }: Context, subscriberId: number) {
  const rows = await db.delivery.findMany({
    where: await deliveriesOf(db, subscriberId),
    select: {
      localDate: true,
      channel: true,
      timezone: true,
      state: true,
      reason: true,
      finalizedAt: true,
      providerMessageId: true,
      providerStatus: true,
      attemptId: true,
    },
    orderBy: [{ localDate: "asc" }, { channel: "asc" }],
  });
  const texts = rows.filter(({ channel }) => channel === "sms");
  const dialed = await listDialed(db, subscriberId, texts);
  return rows.map(({ attemptId, ...row }) => ({
    ...row,
    localDate: fromDatabaseDate(row.localDate),
    dialed: (attemptId !== null && dialed.get(attemptId)) || null,
  }));
}

/**
 * The dates for which one of their addresses is reserved, or was found at a provider after a restore. Only
 * hashes are stored.
 */
async function exportReservations(
  { db }: Context,
  subscriberId: number,
  addresses: readonly string[],
) {
  const rows = await db.$queryRaw<{ localDate: Date; channel: string }[]>`
    SELECT local_date AS "localDate", channel FROM address_reservations
    WHERE subscriber_id = ${subscriberId}
    UNION
    SELECT local_date, channel FROM found_messages
    WHERE address_hash IN (SELECT address_hash(a) FROM unnest(${addresses}::text[]) AS given (a))
    ORDER BY 1, 2`;
  return rows.map((row) => ({ ...row, localDate: fromDatabaseDate(row.localDate) }));
}

/** The number that each attempt to send a text dialed, by the attempt's ID. */
async function listDialed(
  db: Context["db"],
  subscriberId: number,
  rows: readonly { attemptId: string | null }[],
): Promise<Map<string, string>> {
  const attemptIds = rows.flatMap(({ attemptId }) => attemptId ?? []);
  const found = await db.$queryRaw<{ id: string; phone: string }[]>`
    SELECT id::text, recipients->>${String(subscriberId)} AS phone FROM send_attempts
    WHERE id = ANY(${attemptIds}::uuid[]) AND recipients ? ${String(subscriberId)}::text`;
  return new Map(found.map(({ id, phone }) => [id, phone]));
}

/** What was done to someone's account, subscriptions, and addresses. */
async function exportChanges({ db }: Context, subjects: readonly string[]) {
  return db.auditEvent.findMany({
    where: { subject: { in: [...subjects] } },
    select: { at: true, actor: true, action: true, subject: true, detail: true },
    orderBy: { id: "asc" },
  });
}

/** What Paddle and the email and text providers reported about the person. */
async function exportReports({ db }: Context, names: readonly string[]) {
  const lowered = names.map((name) => name.toLowerCase());
  const rows = await db.$queryRaw<
    { source: string; kind: string; receivedAt: Date; payload: unknown }[]
  >`
    SELECT source, kind, received_at AS "receivedAt", payload FROM webhook_events
    WHERE webhook_subject(payload) = ANY(${lowered}::text[]) ORDER BY id`;
  return rows.map((row) => ({ ...row, payload: withoutAccessFields(row.payload) }));
}

/** Fields that grant access, such as to a checkout or a card update. */
const accessFields = new Set(["uid", "custom_data", "management_urls", "checkout"]);

function withoutAccessFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAccessFields);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      accessFields.has(name) ? [] : [[name, withoutAccessFields(part)]],
    ),
  );
}
