import { beforeEach, describe, expect, it } from "vitest";
import { POST as postPaddle } from "@/app/api/webhooks/paddle/route";
import { POST as postPostmark } from "@/app/api/webhooks/postmark/route";
import { POST as postInbound } from "@/app/api/webhooks/twilio/inbound/route";
import { clientAddressHeader } from "@/lib/http/route/client-address";
import { callDocumented } from "@/tests/support/api-reference";
import { useForFile } from "@/tests/support/use-for-file";
import { createHarness, paddleRequest, postmarkRequest, twilioRequest } from "./harness";

const harness = useForFile(() => createHarness());

beforeEach(async () => {
  await harness.setTime("2026-11-23T14:00:00Z");
  await harness.ctx.db.rateLimit.deleteMany();
  await harness.ctx.db.operatorAlert.deleteMany();
});

type Headers = Record<string, string | undefined>;

const form = { MessageSid: "SM1", From: "+12025550100", Body: "hello" };

const callers = [
  {
    name: "Paddle",
    post: (headers: Headers) =>
      callDocumented(postPaddle, paddleRequest({ event_id: "evt_1", event_type: "x" }, headers)),
    wrong: { "paddle-signature": `ts=${Math.floor(Date.now() / 1_000)};h1=${"0".repeat(64)}` },
    compare: "the secret of the notification destination with `PADDLE_WEBHOOK_SECRET`",
  },
  {
    name: "Postmark",
    post: (headers: Headers) =>
      callDocumented(postPostmark, postmarkRequest({ RecordType: "x", MessageID: "1" }, headers)),
    wrong: { authorization: `Basic ${Buffer.from("postmark:guess").toString("base64")}` },
    compare:
      "the webhooks’ basic auth with `POSTMARK_WEBHOOK_USERNAME` and `POSTMARK_WEBHOOK_PASSWORD`",
  },
  {
    name: "Twilio",
    post: (headers: Headers) =>
      callDocumented(postInbound, twilioRequest("/api/webhooks/twilio/inbound", form, { headers })),
    wrong: { "x-twilio-signature": "guess" },
    compare: "the auth token with `TWILIO_AUTH_TOKEN`, and the webhooks’ addresses with `SITE_URL`",
  },
];

describe.each(callers)("wrong credentials of $name", ({ name, post, wrong, compare }) => {
  const from = (address: string) => ({ [clientAddressHeader]: address });

  /** The statuses of this many wrong calls from one address. */
  async function guess(times: number, address = "203.0.113.9"): Promise<number[]> {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      statuses.push((await post({ ...wrong, ...from(address) })).status);
    }
    return statuses;
  }

  it("are refused 30 times from one address, and put off for 15 minutes then", async () => {
    expect(await guess(30)).toEqual(Array.from({ length: 30 }, () => 401));
    await harness.setTime("2026-11-23T14:05:00Z");
    const response = await post({ ...wrong, ...from("203.0.113.9") });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("600");
    expect(await guess(1, "203.0.113.10")).toEqual([401]);
    await harness.setTime("2026-11-23T14:15:01Z");
    expect(await guess(1)).toEqual([401]);
  });

  it("never keep out right ones from the same address", async () => {
    expect((await guess(35)).slice(30)).toEqual([429, 429, 429, 429, 429]);
    expect((await post(from("203.0.113.9"))).status).toBe(200);
  });

  it("are reported once for each burst, from whatever addresses", async () => {
    for (let network = 0; network < 29; network += 1) await guess(1, `198.51.${network}.1`);
    const alerts = () => harness.ctx.db.operatorAlert.findMany({ orderBy: { createdAt: "asc" } });
    expect(await alerts()).toEqual([]);
    await guess(40);
    expect(await alerts()).toMatchObject([
      {
        subject: `Many refused calls to the webhooks for ${name}`,
        body:
          `30 calls to the webhooks for ${name} had a wrong password or signature within 15 minutes. ` +
          "The last one came from 203.0.113.0/24.\n\n" +
          `If you have just changed something, these may be ${name}’s own calls, and its events are ` +
          `getting lost: compare ${compare}, and run \`npm run cli -- doctor\`.\n\n` +
          `Otherwise, someone is guessing. That is slowed down, and ${name}’s calls still get through.\n\n` +
          "You’ll get the next alert when calls fail again after an hour without many failures.",
      },
    ]);
    await harness.setTime("2026-11-23T17:00:00Z");
    await guess(30);
    expect(await alerts()).toHaveLength(2);
  });
});
