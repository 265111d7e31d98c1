import { randomInt } from "node:crypto";
import { expect, test as base, type Page } from "playwright/test";
import type { EditorCalendarView } from "@/lib/contracts/briefings";
import { openAsAdmin } from "./admin-pages";
import { logInAdmin } from "./public-pages";

type Message = { id: number; date: string; message: string; isActive: boolean };

const weekMs = 7 * 24 * 3_600_000;
const firstMonday = Date.UTC(2031, 0, 6);

type MessageFixtures = {
  /** A random Monday; its messages are deleted after the test, so they don't fill the list. */
  freeMonday: () => string;
  /** Posts to delete after the test. */
  postIds: number[];
};

export const test = base.extend<MessageFixtures>({
  freeMonday: async ({ page }, use) => {
    const dates: string[] = [];
    await use(() => {
      const monday = new Date(firstMonday + randomInt(50_000) * weekMs).toISOString();
      dates.push(monday.slice(0, 10));
      return monday.slice(0, 10);
    });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await logInAdmin(page.request);
    for (const date of dates) {
      const found = await page.request.get(`/api/daily-messages?from=${date}&to=${date}`);
      const messages: Message[] = await found.json();
      for (const { id } of messages) await page.request.delete(`/api/daily-messages/${id}`);
    }
  },
  postIds: async ({ page }, use) => {
    const ids: number[] = [];
    await use(ids);
    await logInAdmin(page.request);
    for (const id of ids) await page.request.delete(`/api/posts/${id}`);
  },
});

export const newMessage = (page: Page) => page.getByRole("button", { name: "New Message" });
export const textarea = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
export const create = (page: Page) => page.getByRole("button", { name: "Create Message" });
export const list = (page: Page) => page.getByRole("region", { name: "All messages" });
export const row = (page: Page, text: string) =>
  list(page).getByRole("listitem").filter({ hasText: text });
export const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

export async function openScreen(page: Page): Promise<void> {
  await openAsAdmin(page, "/daily-messages-admin");
  await expect(newMessage(page)).toBeVisible();
}

export async function write(page: Page, date: string, text: string): Promise<void> {
  await newMessage(page).click();
  await page.getByLabel("Date").fill(date);
  await textarea(page).fill(text);
}

export async function saveByApi(page: Page, message: Omit<Message, "id">): Promise<Message> {
  const response = await page.context().request.post("/api/daily-messages", { data: message });
  expect(response.status()).toBe(201);
  return response.json();
}

/** A day of the editor calendar as the API returns it. */
export function day(date: string, change: object = {}) {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const isWeekday = weekday > 0 && weekday < 6;
  return {
    date,
    isWeekday,
    isDayOff: false,
    holiday: null,
    messages: [],
    posts: [],
    hasStarted: false,
    isOver: false,
    ...change,
  };
}

/** A message as the API returns it. */
export const savedMessage = (date: string, message: string, isActive = true) => ({
  id: Number(date.replaceAll("-", "")),
  date,
  message,
  isActive,
  isSent: false,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: null,
});

export type MockedService = {
  now?: string;
  newYorkDate?: string;
  next?: EditorCalendarView["next"];
  days?: object[];
  messages?: object[];
  /** Today's, while it goes out. */
  zones?: object[];
  /** Whether today's message is active; it is by default. */
  message?: string;
};

/** Answers the screen's calls with a fixed clock (a Wednesday evening) and the given content. */
export async function mockService(page: Page, mocked: MockedService): Promise<void> {
  const now = mocked.now ?? "2026-11-18T20:40:00.000Z";
  const tomorrow = day("2026-11-19", { messages: [savedMessage("2026-11-19", "1. One\n2. Two")] });
  const messages = mocked.messages ?? [];
  await page.route("**/api/daily-messages/calendar*", (route) =>
    route.fulfill({
      json: {
        now,
        newYorkDate: mocked.newYorkDate ?? "2026-11-18",
        siteUrl: "http://localhost",
        longestMessage: 1_569,
        emailLeadMinutes: 15,
        today: mocked.zones ? "2026-11-18" : null,
        next: mocked.next ?? {
          opensAt: "2026-11-19T07:45:00.000Z",
          freeDate: "2026-11-19",
          day: tomorrow,
          smsText: "1. One\n2. Two",
          late: [],
        },
        days: mocked.days ?? [tomorrow],
      },
    }),
  );
  await page.route("**/api/daily-messages/progress*", (route) =>
    route.fulfill({
      json: {
        date: "2026-11-18",
        now,
        message: mocked.message ?? "active",
        zones: mocked.zones ?? [],
      },
    }),
  );
  await page.route("**/api/daily-messages?*", (route) =>
    route.fulfill({ json: messages, headers: { "x-total-count": String(messages.length) } }),
  );
}
