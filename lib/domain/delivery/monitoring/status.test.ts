import { expect, it } from "vitest";
import { formatBriefingStatus } from "./status";

it("prints an aligned table, then the reasons", () => {
  const text = formatBriefingStatus({
    date: "2026-11-23",
    channels: {
      email: {
        planned: 5_007,
        accepted: 5_000,
        pending: 2,
        excluded: { hard_bounce: 3 },
        failed: { invalid_address: 1 },
        missed: { provider_throttled: 1 },
      },
      sms: { planned: 0, accepted: 0, pending: 0, excluded: {}, failed: {}, missed: {} },
    },
  });
  expect(text).toBe(
    [
      "Briefing of 2026-11-23",
      "",
      "         planned  accepted   pending  excluded    failed    missed",
      "email       5007      5000         2         3         1         1",
      "sms            0         0         0         0         0         0",
      "",
      "email excluded: 3 hard bounce",
      "email failed: 1 invalid address",
      "email missed: 1 provider throttled",
    ].join("\n"),
  );
});
