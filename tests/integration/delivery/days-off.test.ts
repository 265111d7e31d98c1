import { beforeEach, describe, expect, it } from "vitest";
import { toDatabaseDate } from "@/lib/calendar/days";
import { createDailyMessage, updateDailyMessage } from "@/lib/domain/daily-messages/daily-messages";
import { markDayOff, unmarkDayOff } from "@/lib/domain/delivery/content/mark-day-off";
import { lockContent } from "@/lib/domain/delivery/content/editions";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { getEditorCalendar } from "@/lib/domain/delivery/monitoring/editor-calendar";
import { getDeliveryDay } from "@/lib/domain/delivery/monitoring/figures/period";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { listDeliveries } from "@/lib/domain/delivery/subscriber/history";
import { getToday } from "@/lib/domain/today/today";
import { waitUntilBlocked } from "@/tests/support/blocked-connections";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

// Thanksgiving, between a Wednesday and a Friday with briefings. London starts at 7:45, and the last zone
// closes at 18:00Z.

const [before, dayOff, after] = ["2026-11-25", "2026-11-26", "2026-11-27"];
const dana = "admin:dana";
const sentence =
  "No briefing on Thursday, November 26: US markets are closed. The next one comes on Friday, November 27.";

const at = useForFile(startDelivery);

beforeEach(async () => {
  await at.reset();
  await at.setTime("2026-11-24T12:00:00Z");
});

const mark = () => markDayOff(at.ctx, dayOff, dana);
const unmark = () => unmarkDayOff(at.ctx, dayOff, dana);
const problems = () => listDeliveryProblems(at.ctx);
const slotsOf = (date: string) =>
  at.ctx.db.deliverySlot.count({ where: { localDate: toDatabaseDate(date) } });

async function runAt(now: string): Promise<void> {
  await at.setTime(now);
  await at.run();
}

async function addReaders(): Promise<number> {
  await at.addSubscriber({ timezone: "Europe/London", smsEnabled: true });
  return at.addSubscriber({ timezone: "America/Los_Angeles", smsEnabled: true });
}

/** Runs all zones of a date, and closes them. */
async function sendAll(date: string): Promise<void> {
  for (const time of ["07:45", "08:00", "10:05", "15:45", "16:00", "18:05"]) {
    await runAt(`${date}T${time}:00Z`);
  }
}

describe("a day off between two days", () => {
  it("has no slots, no misses, no alerts, and healthy health", async () => {
    const reader = await addReaders();
    await at.addMessage(before);
    await at.addMessage(after);
    await mark();
    await sendAll(before);
    expect(await problems()).toEqual([]);
    for (const time of ["18:05", "20:00"]) {
      await runAt(`${before}T${time}:00Z`);
      expect([time, await problems()]).toEqual([time, []]);
    }
    for (const time of ["07:45", "07:50", "08:00", "10:05", "16:00", "18:05", "23:00"]) {
      await runAt(`${dayOff}T${time}:00Z`);
      expect([time, await problems()]).toEqual([time, []]);
    }
    expect(await slotsOf(dayOff)).toBe(0);
    expect(await getDeliveryDay(at.ctx, dayOff)).toMatchObject({ isDayOff: true, zones: [] });
    expect((await listDeliveries(at.ctx, reader)).nextDate).toBe(after);
    await sendAll(after);
    expect(await problems()).toEqual([]);
    expect([await slotsOf(before), await slotsOf(dayOff), await slotsOf(after)]).toEqual([
      10, 0, 10,
    ]);
    expect(await at.ctx.db.missedDay.count()).toBe(0);
    expect(await at.alerts()).toEqual([]);
    expect(await at.sent("email")).toHaveLength(4);
    expect(await at.sent("sms")).toHaveLength(4);
  });

  it("is nobody's miss when no worker ran", async () => {
    await addReaders();
    await at.addMessage(before);
    await at.addMessage(after);
    await mark();
    await sendAll(before);
    await runAt("2026-11-26T23:00:00Z");
    expect(await slotsOf(dayOff)).toBe(0);
    expect(await at.alerts()).toEqual([]);
  });

  it("is named in the email before it, and not in its text", async () => {
    await addReaders();
    await at.addMessage(before);
    await at.addPost(before, "k8");
    await at.addMessage(after);
    await mark();
    await sendAll(before);
    await sendAll(after);
    const emails = await at.sent("email");
    expect(emails.map(({ text }) => text.replaceAll("\n", " ").includes(sentence))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(emails[0]?.html?.replaceAll("\n", " ")).toContain(sentence);
    expect((await at.sent("sms")).some(({ text }) => text.includes("No briefing"))).toBe(false);
  });

  it("that is marked between two zones is named in the later ones", async () => {
    await addReaders();
    await at.addMessage(before);
    await runAt("2026-11-25T07:45:00Z");
    await at.setTime("2026-11-25T12:00:00Z");
    await mark();
    await runAt("2026-11-25T15:45:00Z");
    const emails = await at.sent("email");
    expect(emails.map(({ text }) => text.includes("No briefing on Thursday"))).toEqual([
      false,
      true,
    ]);
  });

  it("is passed over by Today and the calendar, which say so", async () => {
    await addReaders();
    await at.addMessage(before);
    await mark();
    await sendAll(before);
    await at.setTime("2026-11-26T12:00:00Z");
    const today = await getToday(at.ctx, { withMoney: false });
    expect(today).toMatchObject({ date: after, gap: sentence, next: { date: after } });
    const calendar = await getEditorCalendar(at.ctx);
    expect(calendar.next.day.date).toBe(after);
    expect(calendar.days.find(({ date }) => date === dayOff)).toMatchObject({
      isDayOff: true,
      holiday: { name: "Thanksgiving Day", markets: "US" },
    });
  });
});

describe("marking a day", () => {
  it("works until its first zone starts, and so does unmarking", async () => {
    await at.setTime("2026-11-26T07:44:59Z");
    expect(await mark()).toMatchObject({ date: dayOff, isDayOff: true });
    expect(await mark()).toMatchObject({ isDayOff: true });
    expect(await unmark()).toMatchObject({ isDayOff: false });
    expect(await unmark()).toMatchObject({ isDayOff: false });
    const events = await at.ctx.db.auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(events.map(({ action, subject, actor }) => `${actor} ${action} ${subject}`)).toEqual([
      "admin:dana day-off.marked briefing:2026-11-26",
      "admin:dana day-off.unmarked briefing:2026-11-26",
    ]);
    await at.setTime("2026-11-26T07:45:00Z");
    for (const change of [mark, unmark]) {
      await expect(change()).rejects.toMatchObject({ status: 409, code: "day_started" });
    }
  });

  it("is refused once a worker whose clock is ahead has opened a slot", async () => {
    await addReaders();
    const message = await at.addMessage(dayOff);
    await planSlot(at.ctx, slotOf(dayOff, "Europe/London", "email", 15));
    await at.ctx.db.dailyMessage.delete({ where: { id: message } });
    await expect(mark()).rejects.toMatchObject({ status: 409, code: "day_started" });
  });

  it("is refused while the day has an active message, and the other way around", async () => {
    const input = { date: dayOff, message: "1. One", isActive: true };
    const { id } = await createDailyMessage(at.ctx, input, dana);
    await expect(mark()).rejects.toMatchObject({ status: 409, code: "active_message_exists" });
    await updateDailyMessage(at.ctx, id, { ...input, isActive: false }, dana);
    await mark();
    const refused = { status: 409, code: "day_off", field: "date" };
    await expect(updateDailyMessage(at.ctx, id, input, dana)).rejects.toMatchObject(refused);
    await expect(createDailyMessage(at.ctx, input, dana)).rejects.toMatchObject(refused);
    expect(await createDailyMessage(at.ctx, { ...input, isActive: false }, dana)).toMatchObject({
      isActive: false,
    });
    expect(await at.ctx.db.dailyMessage.count({ where: { isActive: true } })).toBe(0);
  });

  it("never lets a slot open on a day off, whatever its message", async () => {
    await addReaders();
    await mark();
    // As a version without days off would save it.
    await at.addMessage(dayOff);
    await at.addMessage(after);
    await sendAll(dayOff);
    expect(await slotsOf(dayOff)).toBe(0);
    expect(await at.sent()).toEqual([]);
    expect(await problems()).toEqual([]);
  });
});

describe("a zone that opens at the same moment", () => {
  /** Holds the lock that opening and marking share, until `release`. */
  async function holdLock() {
    let release = () => {};
    const held = Promise.withResolvers<void>();
    const holding = at.ctx.db.$transaction(
      async (tx) => {
        await lockContent(tx);
        held.resolve();
        await new Promise<void>((resolve) => (release = resolve));
      },
      { timeout: 30_000 },
    );
    await held.promise;
    return async () => {
      release();
      await holding;
    };
  }

  it("is seen by the mark, which comes too late", async () => {
    await addReaders();
    await at.addMessage(dayOff);
    await at.setTime("2026-11-26T07:44:59Z");
    const release = await holdLock();
    const opening = planSlot(at.ctx, slotOf(dayOff, "Europe/London", "email", 15));
    await waitUntilBlocked(at.ctx.db);
    const marking = mark().catch((error: unknown) => error);
    await waitUntilBlocked(at.ctx.db, 2);
    await release();
    expect(await opening).toMatchObject({ state: "planned" });
    expect(await marking).toMatchObject({ code: "day_started" });
    expect(await at.ctx.db.dayOff.count()).toBe(0);
  });

  it("waits while a mark is being saved, and stays closed", async () => {
    await addReaders();
    await at.addMessage(dayOff);
    const marked = Promise.withResolvers<void>();
    let commit = () => {};
    // What saving a mark does, held open before its commit.
    const marking = at.ctx.db.$transaction(
      async (tx) => {
        await tx.dayOff.create({
          data: { localDate: toDatabaseDate(dayOff), actor: dana, createdAt: new Date() },
        });
        marked.resolve();
        await new Promise<void>((resolve) => (commit = resolve));
      },
      { timeout: 30_000 },
    );
    await marked.promise;
    await at.setTime("2026-11-26T07:45:00Z");
    const tick = runDeliveryTick(at.ctx);
    await waitUntilBlocked(at.ctx.db);
    commit();
    await marking;
    expect(await tick).toMatchObject({ failures: 0 });
    expect(await slotsOf(dayOff)).toBe(0);
    expect(await at.sent()).toEqual([]);
  });
});
