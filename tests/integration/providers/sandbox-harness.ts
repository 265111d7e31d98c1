import { createSandbox, type Sandbox } from "@/sandbox/server";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A sandbox of this file's own, steered through its control endpoints. */
export type SandboxHarness = {
  url: string;
  sandbox: Sandbox;
  /** Activates a fault (`POST /sandbox/faults`). */
  fault(input: Record<string, unknown>): Promise<void>;
  /** Healthy again, and empty. */
  reset(): Promise<void>;
  /** How many messages it accepted, and for how many addresses. */
  count(channel: "email" | "sms"): Promise<{ total: number; distinct: number }>;
  messages(channel: "email" | "sms"): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

/** Starts the sandbox on a free port over an empty folder. */
export async function startSandbox(): Promise<SandboxHarness> {
  const directory = await mkdtemp(join(tmpdir(), "threeline-providers-"));
  const sandbox = createSandbox({ directory, siteUrl: "http://127.0.0.1:1" });
  const url = await sandbox.listen();
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    url,
    sandbox,
    async fault(input) {
      await call("POST", "/sandbox/faults", input);
    },
    async reset() {
      await call("DELETE", "/sandbox/faults");
      await call("DELETE", "/sandbox/messages");
    },
    async count(channel) {
      const response = await call("GET", `/sandbox/messages/count?channel=${channel}&by=to`);
      return response.json();
    },
    async messages(channel) {
      return (await call("GET", `/sandbox/messages?channel=${channel}`)).json();
    },
    async close() {
      await sandbox.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Answers from which nobody can say whether a provider took what it was sent, and whether it did. */
export const unclearAnswers: [name: string, fault: Record<string, unknown>, isTaken: boolean][] = [
  ["500 before accepting", { mode: "error", status: 500 }, false],
  ["500 after accepting", { mode: "error", status: 500, accepts: true }, true],
  ["the connection dropped after accepting", { mode: "accept-then-drop" }, true],
  [
    "a web page with 403 from an edge",
    { mode: "error", status: 403, body: "<html>Forbidden</html>" },
    false,
  ],
];

/** An address at which nobody listens. */
export function findClosedPort(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`),
      );
    });
  });
}
