import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/run/child-exit";
import { findFreePort } from "@/server/run/ports";

let folder: string;

beforeAll(() => buildProcesses());
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "threeline-systemd-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the sandbox tells systemd when it is ready", async () => {
  const told = join(folder, "told");
  writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\necho "$1" >>"${told}"\n`, {
    mode: 0o755,
  });
  const child = spawn(process.execPath, ["dist/run.mjs", "sandbox"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: `${folder}${delimiter}${process.env["PATH"]}`,
      NOTIFY_SOCKET: join(folder, "socket"),
      NODE_ENV: "production",
      ALLOW_SANDBOX: "1",
      DATABASE_URL: "postgresql://unused",
      DATA_DIR: join(folder, "data"),
      SANDBOX_PORT: String(await findFreePort()),
    },
  });
  onTestFinished(async () => {
    child.kill();
    await exitOf(child);
  });
  await vi.waitFor(() => expect(readFileSync(told, "utf8")).toContain("READY=1\n"), 30_000);
});
