import { beforeEach, expect, it } from "vitest";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { forecastDate, formatForecast } from "@/lib/domain/delivery/monitoring/forecast";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";

const harness = useForFile(() => startDelivery({ SMS_SEGMENTS_PER_SECOND: "1" }));

beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-20T12:00:00Z");
  await harness.addMessage(date);
});

const problems = async () =>
  (await listDeliveryProblems(harness.ctx)).filter(({ code }) => code === "over_capacity");

async function addSubscribers(count: number): Promise<void> {
  await harness.ctx.db.$executeRaw`
    WITH added AS (
      INSERT INTO subscribers (email, phone, timezone, email_enabled, sms_enabled,
        sms_consent_at)
      SELECT 'reader' || n || '@example.com', '+1415' || (2000000 + n), 'America/New_York', false, true,
        now()
      FROM generate_series(1, ${count}::int) AS n RETURNING id
    )
    INSERT INTO subscriptions (subscriber_id, status) SELECT id, 'active' FROM added`;
}

it("alerts once, the evening before, that texts can't all be sent in time, and how to fix it", async () => {
  await addSubscribers(3_600);
  await harness.setTime("2026-11-22T17:59:00Z");
  await harness.run();
  expect(await harness.alerts()).toEqual([]);
  expect(await problems()).toEqual([]);

  await harness.setTime("2026-11-22T18:00:00Z");
  await harness.run();
  await harness.setTime("2026-11-22T18:01:00Z");
  await harness.run();
  const alerts = await harness.alerts();
  expect(alerts.map(({ subject }) => subject)).toEqual([
    "Briefing for Monday, November 23: texts can’t all be sent by 8:45 AM",
  ]);
  expect(alerts[0]?.text.replaceAll(/\s+/g, " ")).toMatch(
    /texts for New York need 62 minutes at 1 segment a second and can’t finish by 8:45 AM\. Shorten/,
  );
  expect(await problems()).toMatchObject([
    {
      code: "over_capacity",
      message:
        "the window for 2026-11-23 (sms, America/New_York) needs 62 minutes, too many to finish in time",
    },
  ]);
});

it("says nothing when everything can be sent in time", async () => {
  await addSubscribers(2_400);
  await harness.setTime("2026-11-22T19:00:00Z");
  await harness.run();
  expect(await harness.alerts()).toEqual([]);
  expect(await problems()).toEqual([]);
  const forecast = await forecastDate(harness.ctx, date);
  expect(forecast.map((slot) => [slot.timezone, slot.channel, formatForecast(slot)])).toEqual([
    ["America/New_York", "sms", "done about 8:41 AM"],
  ]);
});

it("counts the segments of the text with its link", async () => {
  await addSubscribers(1);
  await harness.ctx.db.dailyMessage.updateMany({ data: { message: "x".repeat(400) } });
  await harness.addPost(date, "a1");
  await harness.setTime("2026-11-22T20:00:00Z");
  const [slot] = await forecastDate(harness.ctx, date);
  expect(slot?.units).toBeCloseTo(3 / 0.975);
});

it("alerts at planning about people who came in the meantime", async () => {
  await harness.setTime("2026-11-22T21:00:00Z");
  await harness.run();
  await addSubscribers(3_600);
  await harness.setTime("2026-11-23T13:00:00Z");
  await runDeliveryTick(harness.ctx);
  expect((await harness.alerts()).map(({ subject }) => subject)).toEqual([
    "Briefing for Monday, November 23: texts can’t all be sent by 8:45 AM",
  ]);
});
