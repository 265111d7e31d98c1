import { describe, expect, it } from "vitest";
import { formatDeliveryId, parseDeliveryId } from "./delivery-id";

describe("delivery id", () => {
  it("contains channel, date, and subscriber", () => {
    const key = { channel: "email", localDate: "2026-11-23", subscriberId: 1042 } as const;
    expect(formatDeliveryId(key)).toBe("email:2026-11-23:1042");
    expect(parseDeliveryId("email:2026-11-23:1042")).toEqual(key);
  });

  it("fits Postmark's limit of 80 characters per metadata value", () => {
    const longest = {
      channel: "email",
      localDate: "2026-11-23",
      subscriberId: 2_147_483_647,
    } as const;
    expect(formatDeliveryId(longest).length).toBeLessThanOrEqual(80);
  });

  it.each([
    "",
    "email",
    "fax:2026-11-23:1",
    "email:2026-02-30:1",
    "email:2026-11-23:0",
    "email:2026-11-23:-1",
    "email:2026-11-23:1.5",
    "email:2026-11-23:2147483648",
    "email:2026-11-23:1; DROP TABLE deliveries",
  ])("rejects %j", (text) => {
    expect(parseDeliveryId(text)).toBeNull();
  });
});
