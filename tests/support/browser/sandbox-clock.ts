import { expect, type APIRequestContext } from "playwright/test";
import { z } from "zod";
import { listMarketHolidays } from "@/lib/domain/delivery/schedule/market-holidays";

/** Address of the sandbox of the instance under test. */
export function sandboxUrl(): string {
  return process.env["E2E_SANDBOX_URL"] ?? "";
}

/**
 * Sets the clock of the instance under test, and waits until the web processes follow: a login before
 * that would be hours old right away. Null lets it run with the machine's again.
 */
export async function setClock(
  request: APIRequestContext,
  now: Date | string | null,
): Promise<void> {
  const url = `${sandboxUrl()}/sandbox/clock`;
  const answer = now
    ? await request.put(url, { data: { now: new Date(now).toISOString(), rate: 1 } })
    : await request.delete(url);
  expect(answer.status()).toBe(200);
  const { now: setTo } = z.object({ now: z.string() }).parse(await answer.json());
  const secondsBehind = async () => {
    // The page contains the time.
    const page = await (await request.get("/onboarding?uid=nobody")).text();
    const shown = /"now\\":\\"(?<time>[^\\]+)/.exec(page)?.groups?.["time"] ?? "";
    return Math.abs(Date.parse(shown) - Date.parse(setTo)) / 1_000;
  };
  await expect
    .poll(async () => Math.max(...(await Promise.all(Array.from({ length: 4 }, secondsBehind)))))
    .toBeLessThan(60);
}

const dayMs = 86_400_000;

/** Days after a date (YYYY-MM-DD), or before it. */
export function dayFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * The Monday some weeks after the next one: YYYY-MM-DD. Files that run on one instance need different Mondays,
 * because closed dates stay closed. Those next to a market holiday don't count, because screens mention it.
 */
export function mondayAhead(weeks: number): string {
  const today = new Date().toISOString().slice(0, 10);
  const untilMonday = (8 - new Date(today).getUTCDay()) % 7 || 7;
  let monday = dayFrom(today, untilMonday);
  for (let left = weeks; ; monday = dayFrom(monday, 7)) {
    if (listMarketHolidays(dayFrom(monday, -3), dayFrom(monday, 1)).length > 0) continue;
    if (left === 0) return monday;
    left -= 1;
  }
}

/** A date as a screen writes it, such as `Mon, Dec 7` or `Monday, December 7`. */
export function shownDate(date: string, style: "short" | "long"): string {
  return new Date(date).toLocaleDateString("en-US", {
    timeZone: "UTC",
    weekday: style,
    month: style,
    day: "numeric",
  });
}
