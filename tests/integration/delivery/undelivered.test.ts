import { beforeEach, expect, it } from "vitest";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { recordReports } from "@/lib/domain/delivery/reports/record-reports";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { alertAboutUndelivered } from "@/lib/domain/delivery/monitoring/undelivered";
import type { Channel } from "@/lib/contracts/primitives";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

// Messages that a provider accepts, and then reports as undelivered.

const date = "2026-11-23";

const at = useForFile(startDelivery);

beforeEach(() => at.reset());

/** Sends to people in New York, and reports some of the messages as undelivered. */
async function sendAndReport(
  channel: Channel,
  people: number,
  failures: readonly { count: number; code: string | null }[],
): Promise<void> {
  await at.setTime("2026-11-22T20:00:00Z");
  await at.addMessage(date);
  const isSms = channel === "sms";
  const ids: number[] = [];
  for (let count = 0; count < people; count += 1) {
    ids.push(await at.addSubscriber({ smsEnabled: isSms, emailEnabled: !isSms }));
  }
  await at.setTime(`${date}T13:05:00Z`);
  await at.run();
  await applyReports(at.ctx);
  const codes = failures.flatMap(({ count, code }) => Array.from({ length: count }, () => code));
  const bySubscriber = new Map(
    codes.map((code, index) => [
      ids[index] ?? 0,
      { status: isSms ? "undelivered" : "soft_bounced", code, providerMessageId: null } as const,
    ]),
  );
  await at.ctx.db.delivery.updateMany({ data: { providerStatus: null } });
  await at.ctx.db.$transaction((tx) =>
    recordReports(at.ctx, tx, { localDate: date, channel, bySubscriber }, "wait"),
  );
  await alertAboutUndelivered(at.ctx);
  await alertAboutUndelivered(at.ctx);
}

const alerts = () =>
  at.ctx.db.operatorAlert.findMany({ where: { key: { startsWith: "undelivered:" } } });

const codes = async () => (await listDeliveryProblems(at.ctx)).map(({ code }) => code);

it.each<[Channel, { count: number; code: string | null }[], string[]]>([
  [
    "sms",
    [
      { count: 15, code: "30034" },
      { count: 5, code: "30007" },
    ],
    [
      "15: Our number isn’t registered with US carriers (30034).",
      "5: The carrier filtered it (30007).",
    ],
  ],
  ["sms", [{ count: 3, code: "39999" }], ["3: No reason was given (39999)."]],
  ["sms", [{ count: 3, code: null }], ["3: No reason was given."]],
  ["email", [{ count: 20, code: "Blocked" }], ["20: The mail server blocked us (Blocked)."]],
])("tells the operator once when many %s come back: %j", async (channel, failures, lines) => {
  await sendAndReport(channel, 20, failures);
  const found = await alerts();
  expect(found).toHaveLength(1);
  for (const line of lines) expect(found[0]?.body).toContain(line);
  expect(await codes()).toContain("undelivered");
});

it("says nothing about the few that always come back", async () => {
  await sendAndReport("sms", 40, [{ count: 2, code: "30003" }]);
  expect(await alerts()).toEqual([]);
  expect(await codes()).not.toContain("undelivered");
});
