import { connect } from "node:net";
import type { HostileRequest } from "./requests";

/** How a request ended. */
export type Outcome =
  | { kind: "answered"; status: number }
  /** Closed without an answer, which only what isn't HTTP may expect. */
  | { kind: "closed" }
  /** Nothing for a long time, on an open connection. */
  | { kind: "open" };

/** Far longer than any answer takes, and shorter than the server waits for a request. */
const patienceMs = 20_000;

/** Sends a request on a separate connection, and waits until the server has closed it. */
export function sendHostile(
  port: number,
  { head, body, isCutOff }: HostileRequest,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setTimeout(patienceMs, () => {
      resolve({ kind: "open" });
      socket.destroy();
    });
    socket.on("data", (chunk) => {
      if (received.length < 64) received += chunk.toString("latin1");
    });
    // Reset by a server that answered before it had read everything.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
      resolve(status ? { kind: "answered", status: Number(status) } : { kind: "closed" });
    });
    socket.write(Buffer.concat([Buffer.from(head, "latin1"), body]), () => {
      if (isCutOff) socket.end();
    });
  });
}

/**
 * Whether a request failed: with a 5xx, or without an end. Only the delivery's health is a 503 that is no
 * failure of the call.
 */
export function isFailure({ head }: HostileRequest, outcome: Outcome): boolean {
  if (outcome.kind !== "answered") return outcome.kind === "open";
  const isHealth = /^(?:GET|HEAD) \/api\/health\/delivery\b/.test(head);
  return outcome.status >= 500 && !(isHealth && outcome.status === 503);
}
