import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE, PUT } from "@/app/api/daily-messages/days-off/[date]/route";
import { GET } from "@/app/api/daily-messages/days-off/route";
import { POST } from "@/app/api/daily-messages/route";
import { readToday } from "@/lib/http/pages/public-pages";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2026-11-24T12:00:00.000Z" }));
let admin: ApiClient;

beforeAll(async () => {
  admin = await api.adminClient();
});

beforeEach(async () => {
  await api.ctx.db.dayOff.deleteMany();
  api.setTime("2026-11-24T12:00:00.000Z");
});

const url = "/api/daily-messages/days-off";
const list = async () => (await admin.call(GET, "GET", url)).body;
const mark = (date: string) => admin.call(PUT, "PUT", `${url}/${date}`, { params: { date } });
const unmark = (date: string) =>
  admin.call(DELETE, "DELETE", `${url}/${date}`, { params: { date } });

const thanksgiving = {
  date: "2026-11-26",
  isDayOff: false,
  holiday: { name: "Thanksgiving Day", markets: "US" },
  canChange: true,
};

describe("days off", () => {
  test("are offered by the names of market holidays, and nothing is marked by itself", async () => {
    const body = await list();
    expect(body).toMatchObject({
      days: expect.arrayContaining([
        thanksgiving,
        {
          date: "2026-12-25",
          isDayOff: false,
          holiday: { name: "Christmas Day", markets: "US and UK" },
          canChange: true,
        },
        {
          date: "2026-12-28",
          isDayOff: false,
          holiday: { name: "Boxing Day", markets: "UK" },
          canChange: true,
        },
      ]),
    });
    expect(JSON.stringify(body)).not.toContain('"isDayOff":true');
  });

  test("are marked, listed, and unmarked", async () => {
    expect(await mark("2026-11-26")).toMatchObject({
      status: 200,
      body: { ...thanksgiving, isDayOff: true },
    });
    expect(await mark("2026-12-01")).toMatchObject({
      status: 200,
      body: { date: "2026-12-01", isDayOff: true, holiday: null, canChange: true },
    });
    expect(await list()).toMatchObject({
      days: [
        { ...thanksgiving, isDayOff: true },
        { date: "2026-12-01", isDayOff: true },
        { date: "2026-12-25", isDayOff: false },
        ...Array.from({ length: 13 }, () => ({ isDayOff: false })),
      ],
    });
    expect(await unmark("2026-11-26")).toMatchObject({ status: 200, body: thanksgiving });
  });

  test.each([
    ["2026-11-28", 400, undefined, "Nothing is sent on weekends, so there’s no day to mark."],
    [
      "2026-11-24",
      409,
      "day_started",
      "November 24, 2026 can’t be changed anymore, because its first zone has started.",
    ],
  ])("%s is refused with %s", async (date, status, code, message) => {
    for (const change of [mark, unmark]) {
      expect(await change(date)).toMatchObject({
        status,
        body: { message, field: "date", ...(code !== undefined && { code }) },
      });
    }
  });

  test("refuse an active message, which names the way out", async () => {
    await mark("2026-11-26");
    const json = { date: "2026-11-26", message: "1. One", isActive: true };
    expect(await admin.call(POST, "POST", "/api/daily-messages", { json })).toEqual(
      expect.objectContaining({
        status: 409,
        body: {
          message:
            "November 26, 2026 is a day off. Unmark the day first, or save the message as inactive.",
          code: "day_off",
          field: "date",
        },
      }),
    );
  });

  test("are named on the post list from the day before until the next briefing", async () => {
    const version = () => api.ctx.db.pageVersion.findMany({ orderBy: { subject: "asc" } });
    const before = await version();
    await mark("2026-11-26");
    expect(await version()).not.toEqual(before);
    const gap =
      "No briefing on Thursday, November 26: US markets are closed. The next one comes on Friday, November 27.";
    for (const [day, text] of [
      ["2026-11-24", null],
      ["2026-11-25", gap],
      ["2026-11-26", gap],
      ["2026-11-27", null],
    ] as const) {
      api.setTime(`${day}T12:00:00.000Z`);
      expect(await readToday()).toEqual({ today: day, gap: text });
    }
  });
});
