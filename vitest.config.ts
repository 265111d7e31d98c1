import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  resolve: { alias: { "@": resolve(import.meta.dirname) } },
};
const timezone = process.env["TEST_TIMEZONE"] ?? "UTC";
const test = {
  env: { TZ: timezone, LOG_LEVEL: "silent" },
  setupFiles: ["tests/support/console.ts"],
};

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          ...test,
          name: "unit",
          include: [
            "{lib,components,sandbox,app,scripts,bench}/**/*.test.{ts,tsx}",
            "!lib/platform/database/generated/**",
          ],
        },
      },
      {
        ...shared,
        test: { ...test, name: "architecture", include: ["tests/architecture/**/*.test.ts"] },
      },
      {
        ...shared,
        test: {
          ...test,
          name: "integration",
          include: ["tests/integration/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
