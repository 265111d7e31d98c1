import { defineConfig } from "playwright/test";
import { findBrowser } from "./scripts/browser";
import { readE2eServices } from "./tests/support/browser/e2e-services";

// Each worker tests its own instance of the service, so any spec may move the clock, inject faults,
// or delete messages. Tests within a file run in order; files run side by side.
const services = readE2eServices(process.env);
const own = services[Number(process.env["TEST_PARALLEL_INDEX"] ?? 0)] ?? services[0];
if (!own) throw new Error("E2E_PORT and E2E_SANDBOX_PORT must list at least one port each.");

const report = process.env["E2E_REPORT"] ?? ".test/e2e-report.json";
const executablePath = findBrowser();

// A site that runs already, with a sandbox, in place of instances of our own (deploy/try.sh).
const site = process.env["E2E_SITE_URL"];

// Specs find their instance through these.
if (!site) process.env["E2E_SANDBOX_URL"] = `http://127.0.0.1:${own.sandboxPort}`;
process.env["E2E_DATA_DIR"] = own.dataDir;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: ".test/e2e-results",
  fullyParallel: false,
  workers: site ? 1 : services.length,
  forbidOnly: true,
  // Generous, because a slow machine says nothing about the code.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: report }]],
  use: {
    baseURL: site ?? `http://localhost:${own.port}`,
    // Its certificate is its own.
    ignoreHTTPSErrors: site !== undefined,
    // `--trace on` shows what happened. For every test, it would cost a fifth of the time.
    trace: "off",
    screenshot: "only-on-failure",
    // Otherwise, nearly every test would wait for the page to stop moving.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        // Chromium refuses to run as root with its sandbox.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        // Drawing in software is cheaper without an emulated graphics card.
        "--disable-gpu",
      ],
    },
  },
  // Once the instances below have started.
  globalSetup: "tests/support/browser/cheap-logins.ts",
  webServer: (site ? [] : services).map(({ port, variables }) => ({
    name: `service on port ${port}`,
    command: `"${process.execPath}" scripts/run.mjs start`,
    wait: { stdout: /^Ready: /m },
    timeout: 600_000,
    stdout: "pipe" as const,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 12_000 },
    env: variables,
  })),
});
