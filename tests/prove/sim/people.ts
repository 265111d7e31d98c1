import { toDatabaseDate } from "@/lib/calendar/days";
import { createDailyMessage, updateDailyMessage } from "@/lib/domain/daily-messages/daily-messages";
import { markDayOff, unmarkDayOff } from "@/lib/domain/delivery/content/mark-day-off";
import { eraseAccount } from "@/lib/domain/erasure/erase-account";
import type { Context } from "@/lib/domain/context";
import { changeTimezone } from "@/lib/domain/delivery/subscriber/change-timezone";
import { reserveFormerEmail } from "@/lib/domain/delivery/subscriber/subscriber-deliveries";
import { mailReports } from "@/lib/domain/delivery/reports/provider-reports";
import { setChannelSwitch } from "@/lib/domain/contact/channel-switch";
import { applyInboundText } from "@/lib/domain/contact/texts/inbound-text";
import { applyOnce } from "@/lib/domain/webhooks/provider-events";
import { storeSmsConsent } from "@/lib/domain/onboarding/sms-consent";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import type { Input } from "../checker/history";
import type { PlannedEvent, Subscriber } from "./world";

type WithoutTime<T> = T extends unknown ? Omit<T, "at"> : never;

const editor = "admin:dana";

/** Waits for a change by an editor, which may be refused: the checker knows without being told. */
async function attempt(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!(error instanceof AppError && error.status === 409)) throw error;
  });
}

/** Does what people and editors do, with the service's own code, and remembers it for the checker. */
export type People = {
  signUp(subscriber: Subscriber): Promise<void>;
  apply(event: PlannedEvent): Promise<void>;
  inputs: Input[];
};

type Known = { id: number; phone: string | null; email: string; exists: boolean };

export function createPeople(ctx: Context, localDate: string): People {
  const inputs: Input[] = [];
  const known: Known[] = [];
  const remember = (input: WithoutTime<Input>) => inputs.push({ at: ctx.clock.now(), ...input });

  const signUp = async ({ email, phone, timezone, emailOn, smsOn }: Subscriber) => {
    const now = ctx.clock.now();
    const { id } = await ctx.db.subscriber.create({
      data: {
        email,
        phone,
        timezone,
        emailEnabled: emailOn,
        smsEnabled: smsOn,
        smsConsentAt: now,
        createdAt: now,
        subscriptions: { create: { status: "active", createdAt: now } },
      },
      select: { id: true },
    });
    known.push({ id, phone, email, exists: true });
    const isOn = { email: emailOn, sms: smsOn };
    remember({ kind: "signed_up", person: String(id), email, phone, timezone, isOn });
  };

  const stopBilling = async (id: number) => {
    const data = { stoppedAt: ctx.clock.now() };
    await ctx.db.subscription.updateMany({ where: { subscriberId: id }, data });
  };

  const text = async (from: string, body: "STOP" | "START") => {
    await ctx.db.$transaction((tx) =>
      applyInboundText(ctx, tx, { eventId: "", from, body, handledAs: null }),
    );
    const isSuppressed = body === "STOP";
    remember({ kind: "suppressed", channel: "sms", address: from, isSuppressed });
  };

  const complain = async (address: string) => {
    const occurredAt = ctx.clock.now();
    const report = { address, deliveryId: null, providerMessageId: null, occurredAt };
    const event = { ...report, outcome: { kind: "complained" } } as const;
    const eventId = `complaint ${occurredAt.getTime()} ${address}`;
    const received = { eventId, kind: "complaint", payload: {}, occurredAt, event };
    await applyOnce(ctx, "postmark", received, mailReports);
    remember({ kind: "suppressed", channel: "email", address, isSuppressed: true });
  };

  /** As it's done once the wait is over (lib/domain/account/email-change/apply.ts). */
  const changeEmail = async (who: Known, email: string) => {
    try {
      await ctx.db.$transaction(async (tx) => {
        await reserveFormerEmail(ctx, tx, who.id);
        await tx.subscriber.update({ where: { id: who.id }, data: { email } });
      });
    } catch (error) {
      if (violatedUniqueIndex(error) === null) throw error;
      return;
    }
    who.email = email;
    remember({ kind: "email_changed", person: String(who.id), email });
  };

  const changePhone = async (who: Known, phone: string) => {
    const origin = { clientAddress: "192.0.2.1", userAgent: null };
    await ctx.db.$transaction((tx) =>
      storeSmsConsent(ctx, tx, { subscriberId: who.id, phone, ...origin }),
    );
    who.phone = phone;
    const person = String(who.id);
    remember({ kind: "phone_changed", person, phone });
    remember({ kind: "switched", person, channel: "sms", isOn: true });
  };

  const setMessage = async (message: string | null) => {
    const row = await ctx.db.dailyMessage.findFirst({
      where: { localDate: toDatabaseDate(localDate) },
      select: { id: true, message: true },
    });
    const isActive = message !== null;
    const input = { date: localDate, message: message ?? row?.message ?? "", isActive };
    if (row) await attempt(updateDailyMessage(ctx, row.id, input, editor));
    else if (isActive) await attempt(createDailyMessage(ctx, input, editor));
    remember({ kind: "message", localDate, text: message });
  };

  const setDayOff = async (isDayOff: boolean) => {
    await attempt((isDayOff ? markDayOff : unmarkDayOff)(ctx, localDate, editor));
    remember({ kind: "day_off", localDate, isDayOff });
  };

  return {
    inputs,
    signUp,
    async apply(event) {
      if (event.kind === "sign_up") return signUp(event.subscriber);
      if (event.kind === "message") return setMessage(event.text);
      if (event.kind === "day_off") return setDayOff(event.isDayOff);
      const who = known[event.who];
      if (!who?.exists) return;
      const person = String(who.id);
      switch (event.kind) {
        case "move":
          await ctx.db.$transaction((tx) => changeTimezone(ctx, tx, who.id, event.timezone));
          remember({ kind: "moved", person, timezone: event.timezone });
          break;
        case "change_email":
          await changeEmail(who, event.email);
          break;
        case "change_phone":
          await changePhone(who, event.phone);
          break;
        case "unsubscribe":
        case "resume": {
          const isOn = event.kind === "resume";
          await setChannelSwitch(ctx, who.id, "email", isOn, "page");
          remember({ kind: "switched", person, channel: "email", isOn });
          break;
        }
        case "complain":
          await complain(who.email);
          break;
        case "stop":
        case "start":
          if (who.phone !== null) await text(who.phone, event.kind === "stop" ? "STOP" : "START");
          break;
        case "cancel":
          await stopBilling(who.id);
          remember({ kind: "entitled", person, isEntitled: false });
          break;
        case "delete":
          await stopBilling(who.id);
          await eraseAccount(ctx, who.id);
          who.exists = false;
          remember({ kind: "deleted", person });
          break;
      }
    },
  };
}
