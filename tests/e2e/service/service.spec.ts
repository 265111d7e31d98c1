import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";

// The service as operators see it: health, and what happens when a process is killed.

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";
const dataDir = process.env["E2E_DATA_DIR"] ?? "";

/** Process ids of the instance under test, by title (Linux only). */
function processes(): Map<string, number> {
  const local: { pid: number } = JSON.parse(readFileSync(`${dataDir}/local.json`, "utf8"));
  const children = readFileSync(`/proc/${local.pid}/task/${local.pid}/children`, "utf8");
  const titles = children
    .trim()
    .split(" ")
    .flatMap((pid): [string, number][] => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return [[command.split("\0", 1).join(""), Number(pid)]];
      } catch {
        // It has just ended.
        return [];
      }
    });
  return new Map(titles);
}

test("/api/health responds", async ({ request }) => {
  const health = await request.get("/api/health");
  expect(health.status()).toBe(200);
  expect(await health.json()).toEqual({ status: "ok", backupAgeSeconds: null });
});

test("an invalid percent-encoding is a bad request", async ({ baseURL }) => {
  for (const path of ["/r/%", "/api/posts/%E0%A4%A", "/%zz"]) {
    const response = await fetch(`${baseURL}${path}`);
    expect(response.status, path).toBe(400);
    expect(await response.json()).toEqual({ message: "The request isn’t valid." });
  }
});

// Needs /proc.
const killable = process.platform === "linux" ? ["threeline-worker-1", "threeline-sandbox"] : [];

for (const name of killable) {
  test(`${name} restarts after it is killed`, async ({ request }) => {
    const before = processes().get(name);
    expect(before).toBeGreaterThan(0);
    process.kill(before ?? 0, "SIGKILL");
    await expect.poll(() => processes().get(name) ?? before, { timeout: 20_000 }).not.toBe(before);
    await expect
      .poll(async () => (await fetch(`${sandboxUrl}/sandbox/clock`).catch(() => null))?.status, {
        timeout: 20_000,
      })
      .toBe(200);
    expect((await request.get("/api/health")).status()).toBe(200);
  });
}
