import { randomInt } from "node:crypto";
import { test as base } from "playwright/test";

const group = () => randomInt(1, 0x10000).toString(16);

/**
 * Playwright's `test`, in which each test comes from a client address of its own, as each person
 * does: what is counted per address must not run full because many tests are run in a row.
 */
export const test = base.extend({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => {
    const address = `2001:db8::${group()}:${group()}:${group()}`;
    await provide({ ...extraHTTPHeaders, "x-forwarded-for": address });
  },
});
