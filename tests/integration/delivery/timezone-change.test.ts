// @module-tag slow
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";
import { importAtOnce } from "@/lib/domain/subscribers/import/import-at-once";
import { changeOwnTimezone } from "@/lib/domain/account/account-settings";
import { slotsOfDate } from "@/lib/domain/delivery/schedule/slots";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const minuteMs = 60_000;

const eight: Record<Timezone, number> = {
  "Europe/London": Date.parse(`${date}T08:00:00Z`),
  "America/New_York": Date.parse(`${date}T13:00:00Z`),
  "America/Chicago": Date.parse(`${date}T14:00:00Z`),
  "America/Denver": Date.parse(`${date}T15:00:00Z`),
  "America/Los_Angeles": Date.parse(`${date}T16:00:00Z`),
};

/** Minutes around eight when something could go wrong: opening, eight o'clock, holdover cutoff, closing. */
const minutes = [-14, -1, 1, 116, 121];

type Move = { atMs: number; to: Timezone };
type Mover = { from: Timezone; moves: readonly Move[] };

/** One move between any two zones, around eight in either of them. */
const movesOnce: Mover[] = timezoneNames.flatMap((from) =>
  timezoneNames
    .filter((to) => to !== from)
    .flatMap((to) =>
      [from, to].flatMap((anchor) =>
        minutes.map((minute) => ({
          from,
          moves: [{ atMs: eight[anchor] + minute * minuteMs, to }],
        })),
      ),
    ),
);

/** One move when the window of a zone is over, or nearly over. */
const movesLate = movesOnce.filter(({ from, moves }) =>
  moves.some(({ atMs, to }) =>
    [from, to].some(
      (zone) => atMs > eight[zone] + 115 * minuteMs && atMs < eight[zone] + 122 * minuteMs,
    ),
  ),
);

/** Two to four moves at random times during the delivery windows. */
const movesOften: Mover[] = fc.sample(
  fc.record({
    from: fc.constantFrom(...timezoneNames),
    moves: fc.array(
      fc.record({
        atMs: fc
          .integer({ min: 0, max: 44 })
          .map((quarter) => Date.parse(`${date}T07:30:00Z`) + quarter * 15 * minuteMs),
        to: fc.constantFrom(...timezoneNames),
      }),
      { minLength: 2, maxLength: 4 },
    ),
  }),
  { numRuns: 60, seed: 8 },
);

async function importTimezones(lines: readonly { email: string; to: Timezone; phone: string }[]) {
  if (lines.length === 0) return;
  const header = "email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at";
  const rows = lines.map(
    ({ email, phone, to }) => `${email},,${phone},${to},active,true,true,2026-01-01T00:00:00Z`,
  );
  const file = { fileName: "zones.csv", content: [header, ...rows].join("\n") };
  await importAtOnce(harness.ctx, file, () => undefined);
}

const harness = useForFile(startDelivery);

beforeAll(async () => {
  await harness.addMessage(date);
});
describe("a subscriber who changes time zone during delivery", () => {
  it("gets one email and one text, in the window of a zone they were in", async () => {
    const movers = await Promise.all(
      [
        ...[...movesOnce, ...movesOften].map((mover) => ({ ...mover, way: "account" })),
        ...movesLate.map((mover) => ({ ...mover, way: "import" })),
      ].map(async (mover, index) => {
        const email = `mover${index}@example.com`;
        const phone = `+1415556${String(1_000 + index)}`;
        const options = { timezone: mover.from, email, phone, smsEnabled: true };
        return { ...mover, id: await harness.addSubscriber(options), email, phone };
      }),
    );
    const moves = movers.flatMap((mover) => mover.moves.map((move) => ({ ...mover, ...move })));
    const openings = slotsOfDate(date, 15).map(({ opensAt }) => opensAt.getTime());
    // And a minute later, when everyone who moved has been planned again.
    const times = [...openings, ...moves.flatMap(({ atMs }) => [atMs, atMs + 61_000])];

    for (const atMs of [...new Set(times)].toSorted((a, b) => a - b)) {
      await harness.setTime(new Date(atMs).toISOString());
      await harness.run();
      const due = moves.filter((move) => move.atMs === atMs);
      await Promise.all(
        due
          .filter(({ way }) => way === "account")
          .map(({ id, email, to: timezone }) =>
            changeOwnTimezone(harness.ctx, id, { email, timezone }),
          ),
      );
      await importTimezones(due.filter(({ way }) => way === "import"));
    }

    const rows = await harness.ctx.db.delivery.findMany();
    const wrong = movers.flatMap(({ id, way, from, moves: made }) => {
      const own = rows.filter(({ subscriberId }) => subscriberId === id);
      const got = own.map(({ channel, state }) => `${channel} ${state}`).toSorted();
      const isRight = got.join() === "email accepted,sms accepted";
      const path = made.map(({ atMs, to }) => `${new Date(atMs).toISOString()} ${to}`);
      return isRight ? [] : [{ way, from, path, got }];
    });
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(2 * movers.length);

    const sent = await harness.sent();
    expect(new Set(sent.map(({ channel, to }) => `${channel} ${to}`)).size).toBe(sent.length);
    expect(sent).toHaveLength(rows.length);
    for (const { channel, timezone, finalizedAt } of rows) {
      const zone = timezoneNames.find((name) => name === timezone) ?? "Europe/London";
      const minute = ((finalizedAt?.getTime() ?? 0) - eight[zone]) / minuteMs;
      expect(minute).toBeGreaterThanOrEqual(channel === "sms" ? 0 : -15);
      expect(minute).toBeLessThan(120);
    }
  });

  it("gets the next day's briefing only in the new zone", async () => {
    const next = "2026-11-24";
    await harness.addMessage(next);
    const before = (await harness.sent()).length;
    for (const { opensAt } of slotsOfDate(next, 15)) {
      await harness.setTime(opensAt.toISOString());
      await harness.run();
    }
    const rows = await harness.ctx.db.delivery.findMany({ where: { localDate: new Date(next) } });
    const zones = new Map(
      (await harness.ctx.db.subscriber.findMany()).map(({ id, timezone }) => [id, timezone]),
    );
    expect(rows.filter((row) => row.timezone !== zones.get(row.subscriberId))).toEqual([]);
    expect(rows).toHaveLength(2 * zones.size);
    expect(await harness.sent()).toHaveLength(before + rows.length);
  });
});
