import { beforeEach, describe, expect, it } from "vitest";
import { sendTestBriefing } from "@/lib/domain/delivery/content/test-briefing";
import { helpReply } from "@/lib/messages/texts";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const message = "1. Same words";

const harness = useForFile(startDelivery);

beforeEach(() => harness.reset());

describe("an earlier text to the same number", () => {
  it.each<[string, (phoneNumber: string) => Promise<unknown>]>([
    [
      "a test of the briefing",
      (phoneNumber) =>
        sendTestBriefing(
          harness.ctx,
          { date, message, phoneNumber },
          { actor: "operator", clientAddress: "203.0.113.1" },
        ),
    ],
    ["a reply of ours", (to) => harness.ctx.sms.send({ to, body: helpReply })],
    [
      "the same briefing on the day before",
      async () => {
        await harness.addMessage("2026-11-20", message);
        await harness.setTime("2026-11-20T13:00:00Z");
        await harness.run();
      },
    ],
  ])("isn't taken for the briefing: %s", async (_, sendEarlier) => {
    const phone = "+14155559300";
    await harness.addMessage(date, message);
    await harness.addSubscriber({ phone, smsEnabled: true, emailEnabled: false });
    await harness.setTime("2026-11-23T12:59:59Z");
    await sendEarlier(phone);
    await harness.setTime(eight);
    // Twilio accepts nothing, and doesn't say so.
    await harness.fault({ provider: "twilio", mode: "error", status: 500, count: 1 });
    await harness.runUntilFinished(date);
    const texts = await harness.sent("sms");
    expect(texts).toHaveLength(2);
    expect(texts.at(-1)).toMatchObject({ to: phone, text: message });
    const rows = await harness.ctx.db.delivery.findMany({ where: { localDate: new Date(date) } });
    expect(rows.map(({ state }) => state)).toEqual(["accepted"]);
  });
});
