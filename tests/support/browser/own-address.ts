import { randomInt } from "node:crypto";
import { test as base } from "playwright/test";

const group = () => randomInt(1, 0x10000).toString(16);

/**
 * Playwright's `test` with a client address from a different network (/48) for each test, so that tests
 * don't use up each other's rate limits.
 */
export const test = base.extend({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => {
    const address = `2001:db8:${group()}:${group()}::1`;
    await provide({ ...extraHTTPHeaders, "x-forwarded-for": address });
  },
});
