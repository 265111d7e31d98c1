import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { RouteHandler } from "@/lib/http/route/route";
import { callDocumented } from "@/tests/support/api-reference";

const bodySchema = z.record(z.string(), z.unknown());

/** A request. */
type Call = {
  params?: Record<string, unknown>;
  json?: unknown;
  body?: string;
  headers?: Record<string, string>;
};

/** A response. */
type Answer = {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  cookies: string[];
};

/** A browser with its own cookies and client address. */
export type Browser = {
  cookies: Map<string, string>;
  call(handler: RouteHandler, method: string, path: string, call?: Call): Promise<Answer>;
};

/** Opens a browser without cookies. */
export function openBrowser(): Browser {
  const cookies = new Map<string, string>();
  const address = `192.0.2.${randomUUID()}`;
  return {
    cookies,
    async call(handler, method, path, { params = {}, json, body, headers = {} } = {}) {
      const sent = json === undefined ? (body ?? null) : JSON.stringify(json);
      const request = new Request(new URL(path, "http://localhost:3000"), {
        method,
        body: sent,
        headers: {
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          "user-agent": "Test browser/1.0",
          "x-threeline-client-address": address,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...headers,
        },
      });
      const given = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, String(value)]),
      );
      const response = await callDocumented(handler, request, { params: Promise.resolve(given) });
      const lines = response.headers.getSetCookie();
      for (const line of lines) {
        const [pair = ""] = line.split(";");
        const at = pair.indexOf("=");
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return {
        status: response.status,
        headers: response.headers,
        body: bodySchema.parse(await response.json()),
        cookies: lines,
      };
    },
  };
}
