import { dayMs } from "@/lib/calendar/units";
import { plans } from "@/lib/contracts/plans";
import { addDays, isWeekday, localDateAt, nextWeekday, toDatabaseDate } from "@/lib/calendar/days";
import { smsConsentWording, termsWording } from "@/lib/messages/onboarding";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { textsOf } from "../posts/post-views";
import { seedMessages } from "./messages";
import { seedPeople, type SeedPerson, type SeedStatus } from "./people";
import { seedPosts } from "./posts";

const postsUntilToday = 10;
const seedLock = 731_083_350_017n;

export type SeedReport = { subscribers: number; posts: number; dailyMessages: number };

/**
 * Fills an empty database with sample people, posts, and messages around the service clock's today:
 * posts for the last ten weekdays and the next two, and messages for eight more. Writes all or
 * nothing; null when there's already a subscriber, post, or message.
 */
export async function seedIfEmpty(ctx: Pick<Context, "db" | "clock">): Promise<SeedReport | null> {
  return ctx.db.$transaction(async (tx) => {
    // If two processes start at once, the second one waits and finds the database filled.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${seedLock})`;
    if (!(await isEmpty(tx))) return null;
    const now = ctx.clock.now();
    await insertContent(tx, now);
    await insertPeople(tx, now);
    const report = {
      subscribers: seedPeople.length,
      posts: seedPosts.length,
      dailyMessages: seedMessages.length,
    };
    await recordAudit(ctx, tx, {
      actor: "system",
      action: "database.seeded",
      subject: "database",
      detail: report,
    });
    return report;
  });
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const counts = [tx.subscriber.count(), tx.post.count(), tx.dailyMessage.count()];
  return (await Promise.all(counts)).every((count) => count === 0);
}

/**
 * The weekdays of the sample content, oldest first (YYYY-MM-DD): the last ten up to today in London,
 * the first zone, and then the next ones up to `count`.
 */
export function seedDates(now: Date, count: number): string[] {
  const today = localDateAt(now, "Europe/London");
  const dates: string[] = [];
  for (let daysAgo = 0; dates.length < postsUntilToday; daysAgo += 1) {
    const localDate = addDays(today, -daysAgo);
    if (isWeekday(localDate)) dates.unshift(localDate);
  }
  let last = today;
  while (dates.length < count) {
    last = nextWeekday(last);
    dates.push(last);
  }
  return dates;
}

async function insertContent(tx: Transaction, createdAt: Date): Promise<void> {
  const dates = seedDates(createdAt, seedMessages.length).map(toDatabaseDate);
  const dated = <T>(items: readonly T[]) =>
    items.flatMap((item, index) => {
      const localDate = dates[index];
      return localDate ? [{ item, localDate }] : [];
    });
  await tx.post.createMany({
    data: dated(seedPosts).map(({ item, localDate }) => ({
      ...item,
      ...textsOf(item.content),
      localDate,
      createdAt,
    })),
  });
  await tx.dailyMessage.createMany({
    data: dated(seedMessages).map(({ item, localDate }) => ({
      message: item,
      localDate,
      createdAt,
    })),
  });
}

async function insertPeople(tx: Transaction, now: Date): Promise<void> {
  for (const [index, person] of seedPeople.entries()) {
    await tx.subscriber.create({ data: subscriberOf(person, index, now), select: { id: true } });
  }
  await tx.suppression.createMany({
    data: seedPeople.flatMap((person) => suppressionOf(person, now)),
  });
}

function subscriberOf(person: SeedPerson, index: number, now: Date): Prisma.SubscriberCreateInput {
  const joinedAt = new Date(now.getTime() - (person.status === "trialing" ? 3 : 95) * dayMs);
  const wantsTexts = person.channels !== "email" && person.phone !== undefined;
  const consents = [
    { kind: "terms", wording: termsWording, phone: null, grantedAt: joinedAt },
    ...(person.channels !== "email" && person.phone !== undefined
      ? [{ kind: "sms", wording: smsConsentWording, phone: person.phone, grantedAt: joinedAt }]
      : []),
  ];
  return {
    name: person.name,
    email: person.email,
    paymentEmail: person.email,
    phone: person.phone ?? null,
    timezone: person.timezone,
    emailEnabled: person.channels !== "text",
    smsEnabled: wantsTexts,
    smsConsentAt: wantsTexts ? joinedAt : null,
    createdAt: joinedAt,
    subscriptions: {
      create: {
        plan: person.plan,
        price: plans[person.plan].priceCents,
        currency: "USD",
        createdAt: joinedAt,
        ...subscriptionOf(person.status, joinedAt, now),
      },
    },
    onboarding: {
      create: {
        uid: `uid_sample_${String(index + 1).padStart(3, "0")}`,
        termsAgreedAt: joinedAt,
        completedAt: joinedAt,
        createdAt: joinedAt,
      },
    },
    consents: { create: consents },
  };
}

function daysFrom(start: Date, days: number): Date {
  return new Date(start.getTime() + days * dayMs);
}

function subscriptionOf(
  status: SeedStatus,
  joinedAt: Date,
  now: Date,
): Omit<Prisma.SubscriptionCreateWithoutSubscriberInput, "plan" | "createdAt"> {
  const firstChargeAt = daysFrom(joinedAt, 7);
  const charged = { firstChargeAt, nextChargeAt: daysFrom(now, 25) };
  const canceled = { status: "canceled", firstChargeAt, canceledAt: daysFrom(now, -5) };
  const rows: Record<SeedStatus, ReturnType<typeof subscriptionOf>> = {
    trialing: { status: "trialing", firstChargeAt, nextChargeAt: firstChargeAt },
    active: { status: "active", ...charged },
    past_due: { status: "past_due", ...charged },
    paused: { status: "paused", ...charged },
    ending: { status: "active", firstChargeAt, cancelAt: daysFrom(now, 25) },
    canceled_served: { ...canceled, accessEndsAt: daysFrom(now, 25) },
    canceled_ended: { ...canceled, accessEndsAt: daysFrom(now, -1) },
    stopped: { ...canceled, accessEndsAt: daysFrom(now, 25), stoppedAt: daysFrom(now, -5) },
  };
  return rows[status];
}

function suppressionOf(person: SeedPerson, createdAt: Date): Prisma.SuppressionCreateManyInput[] {
  if (person.suppressed === "stop" && person.phone !== undefined) {
    return [{ channel: "sms", address: person.phone, reason: "stop", source: "twilio", createdAt }];
  }
  if (person.suppressed === "hard_bounce") {
    const address = person.email.toLowerCase();
    return [{ channel: "email", address, reason: "hard_bounce", source: "postmark", createdAt }];
  }
  return [];
}
