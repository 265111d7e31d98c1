import fc from "fast-check";
import { expect, test } from "vitest";
import { replaces, type Standing } from "./version";

const at = (occurredAt: string, eventId: string, isFinal = false): Standing => ({
  occurredAt: new Date(occurredAt),
  eventId,
  isFinal,
});

test.each([
  ["a later one", at("2026-11-20T12:00:01Z", "a"), at("2026-11-20T12:00:00Z", "b"), true],
  ["an earlier one", at("2026-11-20T12:00:00Z", "b"), at("2026-11-20T12:00:01Z", "a"), false],
  [
    "one of the same instant",
    at("2026-11-20T12:00:00Z", "b"),
    at("2026-11-20T12:00:00Z", "a"),
    true,
  ],
  ["the very same", at("2026-11-20T12:00:00Z", "a"), at("2026-11-20T12:00:00Z", "a"), false],
  ["an earlier end", at("2026-11-20T12:00:00Z", "a", true), at("2026-11-20T13:00:00Z", "b"), true],
  ["a later life", at("2026-11-20T13:00:00Z", "b"), at("2026-11-20T12:00:00Z", "a", true), false],
])("%s", (_name, candidate, current, expected) => {
  expect(replaces(candidate, current)).toBe(expected);
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

const newest = (standings: readonly Standing[]) =>
  standings.reduce((kept, next) => (replaces(next, kept) ? next : kept));

test("all 40,320 orders of eight events end with the same one", () => {
  const life = [
    at("2026-11-20T12:00:00Z", "evt_1"),
    at("2026-11-20T12:00:00Z", "evt_2"),
    at("2026-11-27T12:00:00Z", "evt_3"),
    at("2026-12-27T12:00:00Z", "evt_4"),
    at("2026-12-27T12:00:00Z", "evt_5"),
    at("2026-12-29T12:00:00Z", "evt_6"),
    at("2027-01-03T12:00:00Z", "evt_7"),
    at("2027-01-27T12:00:00Z", "evt_8", true),
  ];
  const ends = new Set(permutations(life).map((order) => newest(order).eventId));
  expect([...ends]).toEqual(["evt_8"]);
});

test("whatever the events, their order and their repetitions do not matter", () => {
  const standing = fc.record({
    occurredAt: fc.date({
      min: new Date("2026-01-01T00:00:00.000Z"),
      max: new Date("2026-01-01T00:00:00.009Z"),
      noInvalidDate: true,
    }),
    eventId: fc.string({ minLength: 1, maxLength: 2 }),
    isFinal: fc.boolean(),
  });
  const standings = fc.uniqueArray(standing, {
    selector: ({ eventId }) => eventId,
    minLength: 1,
    maxLength: 8,
  });
  const ordered = standings.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length }),
    ),
  );
  fc.assert(
    fc.property(ordered, ([all, shuffled]) => {
      expect(newest(shuffled).eventId).toBe(newest(all).eventId);
    }),
  );
});
