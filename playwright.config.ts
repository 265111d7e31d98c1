import { defineConfig } from "playwright/test";
import { findBrowser } from "./scripts/browser";

const port = Number(process.env["E2E_PORT"] ?? 3190);
const sandboxPort = Number(process.env["E2E_SANDBOX_PORT"] ?? 4290);
const report = process.env["E2E_REPORT"] ?? ".test/e2e-report.json";
const executablePath = findBrowser();

// Specs reach the sandbox's control endpoints through this.
process.env["E2E_SANDBOX_URL"] = `http://127.0.0.1:${sandboxPort}`;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".test/e2e-results",
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  // Generous, because a loaded machine proves nothing about the code.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: report }]],
  use: {
    baseURL: `http://localhost:${port}`,
    trace: "retain-on-failure",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        // Chromium refuses to run as root with its sandbox.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" scripts/run.mjs start`,
    wait: { stdout: /^Ready: /m },
    timeout: 240_000,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 12_000 },
    env: {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: ".test/e2e",
      DATABASE_URL: "",
      SITE_URL: "",
      ADMIN_USERNAME: "admin",
      ADMIN_PASSWORD: "a-password-for-tests",
      WORKERS: "1",
      // A test may say which client address it comes from (tests/support/own-address.ts).
      TRUSTED_PROXY_HOPS: "1",
      // Never with real providers, whatever this machine's environment holds.
      POSTMARK_SERVER_TOKEN: "",
      TWILIO_AUTH_TOKEN: "",
      PADDLE_API_KEY: "",
    },
  },
});
