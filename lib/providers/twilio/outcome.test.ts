import { describe, expect, it } from "vitest";
import { classifyRefusal } from "./outcome";

const now = new Date("2026-11-23T13:00:00Z");

function refuse(status: number, code: number | null, retryAfter: string | null = null) {
  const text =
    code === null ? "<html>Forbidden</html>" : JSON.stringify({ code, message: "no", status });
  return classifyRefusal({ status, text, retryAfter }, now);
}

describe("a response from Twilio", () => {
  it.each([
    [21211, "invalid_number"],
    [21214, "invalid_number"],
    [21217, "invalid_number"],
    [21614, "invalid_number"],
    [21265, "invalid_number"],
    [21266, "invalid_number"],
    [21268, "invalid_number"],
    [21610, "opted_out"],
    [21635, "landline"],
    [30006, "landline"],
    [30007, "filtered"],
    [21408, "rejected"],
    [21617, "rejected"],
    // These can be about one recipient as well as about our sender.
    [21606, "rejected"],
    [21612, "rejected"],
    [21659, "rejected"],
    [21661, "rejected"],
    [21703, "rejected"],
  ])("400 with code %i refuses one text: %s", (code, reason) => {
    expect(refuse(400, code)).toMatchObject({ state: "refused", reason });
  });

  it.each([
    [401, 20003],
    [403, 20005],
    [403, 20003],
  ])("%i with code %i is about our account", (status, code) => {
    expect(refuse(status, code)).toMatchObject({ state: "unauthorized" });
  });

  it.each([
    [429, 20429],
    [429, null],
    [400, 21611],
  ])("%i with code %j is throttling", (status, code) => {
    expect(refuse(status, code, "3")).toMatchObject({ state: "throttled", retryAfterMs: 3_000 });
  });

  it.each([
    [500, 20500],
    [503, null],
    [403, null],
    [400, null],
    [201, null],
    [302, null],
  ])("%i with code %j is an unknown outcome", (status, code) => {
    expect(refuse(status, code)).toMatchObject({ state: "unknown" });
  });
});
