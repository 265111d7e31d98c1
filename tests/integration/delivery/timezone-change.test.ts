import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";
import { changeOwnTimezone } from "@/lib/domain/account/own-account";
import { slotsOfDate } from "@/lib/domain/delivery/schedule/slots";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";
const minuteMs = 60_000;

const eight: Record<Timezone, number> = {
  "Europe/London": Date.parse(`${date}T08:00:00Z`),
  "America/New_York": Date.parse(`${date}T13:00:00Z`),
  "America/Chicago": Date.parse(`${date}T14:00:00Z`),
  "America/Denver": Date.parse(`${date}T15:00:00Z`),
  "America/Los_Angeles": Date.parse(`${date}T16:00:00Z`),
};

/** Minutes around eight at which something could go wrong: the opening, the hour, the last call, the close. */
const minutes = [-14, -1, 1, 116, 121];

type Move = { atMs: number; to: Timezone };
type Walker = { from: Timezone; moves: readonly Move[] };

/** Everybody who moves once, between any two zones, around the hour of either. */
const movesOnce: Walker[] = timezoneNames.flatMap((from) =>
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

/** People who cannot make up their minds: up to four moves, any time that morning. */
const movesOften: Walker[] = fc.sample(
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

let at: DeliveryHarness;

beforeAll(async () => {
  at = await startDelivery();
  await at.addMessage(date);
});
afterAll(() => at.close());

describe("whoever changes timezone in the morning", () => {
  it("gets one briefing by e-mail and one by text, in the window of a zone of theirs", async () => {
    const walkers = await Promise.all(
      [...movesOnce, ...movesOften].map(async (walker, index) => ({
        ...walker,
        id: await at.addReader({
          timezone: walker.from,
          email: `walker${index}@example.com`,
          phone: `+1415556${String(1_000 + index)}`,
          smsEnabled: true,
        }),
        email: `walker${index}@example.com`,
      })),
    );
    const moves = walkers.flatMap((walker) => walker.moves.map((move) => ({ ...walker, ...move })));
    const openings = slotsOfDate(date, 15).map(({ opensAt }) => opensAt.getTime());
    // A slot that has been looked through is looked through again after a minute.
    const looks = [...openings, ...moves.flatMap(({ atMs }) => [atMs, atMs + 61_000])];

    for (const atMs of [...new Set(looks)].toSorted((a, b) => a - b)) {
      await at.setTime(new Date(atMs).toISOString());
      await at.run();
      await Promise.all(
        moves
          .filter((move) => move.atMs === atMs)
          .map(({ id, email, to: timezone }) => changeOwnTimezone(at.ctx, id, { email, timezone })),
      );
    }

    const rows = await at.ctx.db.delivery.findMany();
    const wrong = walkers.flatMap(({ id, from, moves: made }) => {
      const own = rows.filter(({ subscriberId }) => subscriberId === id);
      const got = own.map(({ channel, state }) => `${channel} ${state}`).toSorted();
      const isRight = got.join() === "email accepted,sms accepted";
      const path = made.map(({ atMs, to }) => `${new Date(atMs).toISOString()} ${to}`);
      return isRight ? [] : [{ from, path, got }];
    });
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(2 * walkers.length);

    const sent = await at.sent();
    expect(new Set(sent.map(({ channel, to }) => `${channel} ${to}`)).size).toBe(sent.length);
    expect(sent).toHaveLength(rows.length);
    for (const { channel, timezone, finalizedAt } of rows) {
      const zone = timezoneNames.find((name) => name === timezone) ?? "Europe/London";
      const minute = ((finalizedAt?.getTime() ?? 0) - eight[zone]) / minuteMs;
      expect(minute).toBeGreaterThanOrEqual(channel === "sms" ? 0 : -15);
      expect(minute).toBeLessThan(120);
    }
  });

  it("gets the next day's in the new zone alone", async () => {
    const next = "2026-11-24";
    await at.addMessage(next);
    const before = (await at.sent()).length;
    for (const { opensAt } of slotsOfDate(next, 15)) {
      await at.setTime(opensAt.toISOString());
      await at.run();
    }
    const rows = await at.ctx.db.delivery.findMany({ where: { localDate: new Date(next) } });
    const homes = new Map(
      (await at.ctx.db.subscriber.findMany()).map(({ id, timezone }) => [id, timezone]),
    );
    expect(rows.filter((row) => row.timezone !== homes.get(row.subscriberId))).toEqual([]);
    expect(rows).toHaveLength(2 * homes.size);
    expect(await at.sent()).toHaveLength(before + rows.length);
  });
});
