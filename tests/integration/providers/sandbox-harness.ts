import { createServer } from "node:net";
import type { CallGuard } from "@/lib/platform/provider-call";
import type { Sandbox } from "@/sandbox/server";
import { startTestSandbox } from "@/tests/support/start-service";

/** A sandbox for one test file, controlled through its endpoints. */
export type SandboxHarness = {
  url: string;
  sandbox: Sandbox;
  /** Activates a fault (`POST /sandbox/faults`). */
  fault(input: Record<string, unknown>): Promise<void>;
  /** Clears faults and messages. */
  reset(): Promise<void>;
  /** How many messages it accepted, and for how many addresses. */
  count(channel: "email" | "sms"): Promise<{ total: number; distinct: number }>;
  messages(channel: "email" | "sms"): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

/** Starts the sandbox on a free port over an empty folder. */
export async function startSandbox(): Promise<SandboxHarness> {
  const { sandbox, url, control, close } = await startTestSandbox();
  return {
    url,
    sandbox,
    close,
    async fault(input) {
      await control("POST", "/sandbox/faults", input);
    },
    async reset() {
      await control("DELETE", "/sandbox/faults");
      await control("DELETE", "/sandbox/messages");
    },
    count: (channel) => control("GET", `/sandbox/messages/count?channel=${channel}&by=to`),
    messages: (channel) => control("GET", `/sandbox/messages?channel=${channel}`),
  };
}

/** Faults whose outcome the caller can't know, and whether the provider accepted the message. */
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

/** A guard that stops nothing. */
export const openGuard: CallGuard = { confirm: async () => undefined, check: () => undefined };

/** A URL with nothing listening. */
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
