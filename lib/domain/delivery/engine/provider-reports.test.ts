import { describe, expect, it } from "vitest";
import { statusesBefore } from "./provider-reports";

describe("ranks of provider statuses", () => {
  it("lets only a later failure follow a delivered email", () => {
    expect(statusesBefore("bounced")).toContain("delivered");
    expect(statusesBefore("deferred")).not.toContain("delivered");
    expect(statusesBefore("delivered")).not.toContain("bounced");
    expect(statusesBefore("bounced")).not.toContain("complained");
  });

  it("never moves a text from one final status to another", () => {
    const final = ["delivered", "undelivered", "failed"] as const;
    for (const status of final) {
      for (const other of final) expect(statusesBefore(status)).not.toContain(other);
      expect(statusesBefore(status)).toEqual(expect.arrayContaining(["queued", "sending", "sent"]));
    }
  });
});
