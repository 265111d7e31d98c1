import { describe, expect, test } from "vitest";
import type { ZoneState } from "@/lib/contracts/briefing-state";
import { slotStateOf, zoneStateOf } from "./zone-state";

const opensAt = new Date("2026-11-30T07:45:00Z");
const closesAt = new Date("2026-11-30T10:00:00Z");
const open = "2026-11-30T08:00:00Z";
const over = "2026-11-30T10:00:00Z";

type Figures = Parameters<typeof slotStateOf>[0]["figures"];

const figures = (given: Partial<Figures>): Figures => ({
  toSend: 805,
  pending: 0,
  missed: 0,
  ...given,
});

describe("a slot", () => {
  test.each<[string, ZoneState, string, boolean, Partial<Figures>]>([
    ["before it opens", "waiting", "2026-11-30T07:00:00Z", false, { pending: 805 }],
    ["without a message while it's open", "waiting", open, false, { pending: 805 }],
    ["with something left", "sending", open, true, { pending: 1 }],
    ["with nothing left", "done", open, true, {}],
    ["that sent everything", "done", over, true, {}],
    ["that missed a few", "done_with_misses", over, true, { missed: 12 }],
    ["whose outcomes are still open", "done_with_misses", over, true, { pending: 1 }],
    ["that closed without a message", "nothing_sent", over, false, { missed: 805 }],
    ["that workers were away for", "nothing_sent", over, true, { missed: 805 }],
    ["without anyone to send to", "nobody", over, false, { toSend: 0 }],
    ["without anyone to come", "nobody", "2026-11-30T07:00:00Z", false, { toSend: 0 }],
  ])("%s is %s", (_, state, now, isPlanned, given) => {
    const facts = { opensAt, closesAt, isFrozen: isPlanned, isPlanned, figures: figures(given) };
    expect(slotStateOf(facts, new Date(now))).toBe(state);
  });
});

test("a slot that is still being planned is sending", () => {
  const facts = { opensAt, closesAt, isFrozen: true, isPlanned: false, figures: figures({}) };
  expect(slotStateOf(facts, new Date(open))).toBe("sending");
});

test.each<[ZoneState[], ZoneState]>([
  [["done", "waiting"], "waiting"],
  [["sending", "done"], "sending"],
  [["done", "nobody"], "done"],
  [["nobody", "nobody"], "nobody"],
  [["nothing_sent", "nothing_sent"], "nothing_sent"],
  [["nothing_sent", "nobody"], "nothing_sent"],
  [["done", "nothing_sent"], "done_with_misses"],
])("a zone with %j is %s", (channels, state) => {
  expect(zoneStateOf(channels)).toBe(state);
});
