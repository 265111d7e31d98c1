import { globSync } from "node:fs";
import { resolve } from "node:path";
import { referenceOf, type RouteReference } from "@/lib/http/route/reference";
import type { RouteHandler } from "@/lib/http/route/route";

/** A method of a path, with its route's description. */
export type DocumentedRoute = {
  /** Such as `GET`. */
  method: string;
  /** As OpenAPI writes it: `/api/posts/{id}`. */
  path: string;
  reference: RouteReference;
};

/** A documented route that can be called. */
export type CallableRoute = DocumentedRoute & { handler: RouteHandler };

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/**
 * Loads every route under `app/api`, in the order of paths and methods.
 *
 * @throws Error about a handler that wasn't made by a route kit
 */
export async function readRoutes(): Promise<CallableRoute[]> {
  const files = globSync("app/api/**/route.ts").map((file) => file.replaceAll("\\", "/"));
  const routes = await Promise.all(files.map(readFile));
  return routes.flat().toSorted((one, other) => one.path.localeCompare(other.path, "en"));
}

async function readFile(file: string): Promise<CallableRoute[]> {
  const handlers: Record<string, RouteHandler | undefined> = await import(resolve(file));
  return methods.flatMap((method) => {
    const handler = handlers[method];
    if (!handler) return [];
    const reference = referenceOf(handler);
    if (!reference) throw new Error(`${method} of ${file} is not made by a route kit.`);
    return [{ method, path: pathOf(file), handler, reference }];
  });
}

/** `app/api/auth/[...nextauth]/route.ts` → `/api/auth/{nextauth}`. */
function pathOf(file: string): string {
  return file
    .replace(/^app/, "")
    .replace(/\/route\.ts$/, "")
    .replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
}
