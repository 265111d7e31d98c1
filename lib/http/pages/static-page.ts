import { unstable_cache } from "next/cache";
import { PHASE_PRODUCTION_BUILD } from "next/constants";
import { createServices } from "@/lib/composition";
import type { Context } from "@/lib/domain/context";
import { systemClock } from "@/lib/platform/clock";
import { parseEnv } from "@/lib/platform/env";
import { getContext } from "../route/context";

/** The part of the context that static pages may use. */
export type PageContext = Pick<Context, "db" | "clock" | "settings">;

/**
 * Reads the data of a static page and tags the page, so that `revalidateTag` renders it again.
 *
 * During a build, the database may not be running yet. The page then shows `buildFallback` and is
 * rendered again on its first request. Later failures are thrown, and Next serves the last good page.
 *
 * @param tags from lib/http/pages/page-tags.ts
 */
export async function readForPage<T>(
  tags: readonly string[],
  read: (ctx: PageContext) => Promise<T>,
  buildFallback: (ctx: Pick<PageContext, "clock">) => T,
): Promise<T> {
  await tagPage(tags, false);
  if (process.env["NEXT_PHASE"] !== PHASE_PRODUCTION_BUILD) return read(await getContext());
  try {
    return await read(await buildContext());
  } catch {
    await tagPage(["built-without-database"], 1);
    return buildFallback({ clock: systemClock });
  }
}

/** Without fetch, a cached value is the only way to tag a page. */
async function tagPage(tags: readonly string[], revalidateS: number | false): Promise<void> {
  const key = ["page-tags", ...tags];
  await unstable_cache(async () => true, key, { tags: [...tags], revalidate: revalidateS })();
}

let buildContextPromise: Promise<Context> | undefined;

/** The sandbox's clock isn't available during a build, so this uses the system clock. */
async function buildContext(): Promise<Context> {
  buildContextPromise ??= createServices(parseEnv(process.env), {
    name: "threeline-build",
    clock: systemClock,
    maxConnections: 2,
  }).then(({ ctx }) => ctx);
  return buildContextPromise;
}
