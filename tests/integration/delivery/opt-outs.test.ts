import { beforeEach, expect, it } from "vitest";
import { compareOptOuts } from "@/lib/domain/recovery/catch-up";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

// The web process is down: no webhook of these ever arrives.

const at = useForFile(startDelivery);

beforeEach(() => at.reset());

const lose = (path: string, body: object) => at.control("POST", path, body).catch(() => undefined);

const suppressed = async () =>
  (await at.ctx.db.suppression.findMany({ orderBy: { address: "asc" } })).map(
    ({ address, reason }) => `${address} ${reason}`,
  );

const alerts = () =>
  at.ctx.db.operatorAlert.findMany({ where: { key: { startsWith: "opt-outs:" } } });

it.each<[string, string, boolean]>([
  ["at night", "2026-11-24T03:00:30Z", true],
  ["at 7:30 in London", "2026-11-24T07:30:30Z", true],
  ["at 7:30 in New York", "2026-11-24T12:30:30Z", true],
  ["at 7:30 on a Saturday, because of the night", "2026-11-28T12:30:30Z", true],
  ["not before the night", "2026-11-24T02:59:00Z", false],
])("a STOP and a complaint whose webhooks were lost are found %s", async (_, now, isDue) => {
  await at.setTime("2026-11-23T20:00:00Z");
  await at.addSubscriber({ phone: "+14155550001", email: "one@example.com" });
  await lose("/sandbox/twilio/inbound", { from: "+14155550001", body: "Stop." });
  await lose("/sandbox/twilio/inbound", { from: "+14155550002", body: "STOP" });
  await lose("/sandbox/twilio/inbound", { from: "+14155550002", body: "START" });
  await lose("/sandbox/postmark/event", { type: "SpamComplaint", email: "one@example.com" });
  await at.setTime(now);
  await Promise.all([compareOptOuts(at.ctx), compareOptOuts(at.ctx)]);
  const found = ["+14155550001 stop", "one@example.com spam_complaint"];
  expect(await suppressed()).toEqual(isDue ? found : []);
  expect(await alerts()).toHaveLength(isDue ? 1 : 0);
});

it("leaves a STOP alone that is newer than the last START", async () => {
  await at.setTime("2026-11-23T20:00:00Z");
  await lose("/sandbox/twilio/inbound", { from: "+14155550003", body: "START" });
  await at.setTime("2026-11-23T21:00:00Z");
  await at.ctx.db.suppression.create({
    data: {
      channel: "sms",
      address: "+14155550003",
      reason: "stop",
      source: "provider",
      createdAt: at.ctx.clock.now(),
    },
  });
  for (const now of ["2026-11-24T03:00:30Z", "2026-11-24T12:30:30Z"]) {
    await at.setTime(now);
    await compareOptOuts(at.ctx);
  }
  expect(await suppressed()).toContain("+14155550003 stop");
});
