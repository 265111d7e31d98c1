import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  resolve: { alias: { "@": resolve(import.meta.dirname) } },
};
const test = {
  // Test files clean up after themselves: a few processes serve them all, and load each module once.
  isolate: false,
  // Its packages are written for bundlers.
  server: { deps: { inline: [/@mdxeditor/] } },
  env: { TZ: "UTC", LOG_LEVEL: "silent" },
  setupFiles: ["tests/support/console.ts"],
  // Generous, because a loaded machine proves nothing about the code.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // Many tests wait for a process or a provider, so that one file more than there are cores fits in.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    tags: [
      {
        name: "slow",
        description: "Takes over 10 seconds; runs in `npm test`, not in `npm run check`.",
      },
    ],
    projects: [
      {
        ...shared,
        test: {
          ...test,
          name: "unit",
          // Far from UTC, so that nothing depends on the time zone of a machine.
          env: { ...test.env, TZ: "Pacific/Auckland" },
          include: [
            "{lib,components,server,sandbox,app,scripts,bench,tests/prove}/**/*.test.{ts,tsx}",
            "!lib/platform/database/generated/**",
          ],
        },
      },
      {
        ...shared,
        test: {
          ...test,
          name: "architecture",
          include: ["tests/architecture/**/*.test.ts"],
        },
      },
      {
        ...shared,
        test: {
          ...test,
          name: "integration",
          include: ["tests/integration/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/support/global-setup.ts"],
        },
      },
    ],
  },
});
