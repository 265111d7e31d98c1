import { unstable_cache } from "next/cache";
import { PHASE_PRODUCTION_BUILD } from "next/constants";
import { createServices } from "@/lib/composition";
import type { Context } from "@/lib/domain/context";
import { systemClock } from "@/lib/platform/clock";
import { parseEnv } from "@/lib/platform/env";
import { getContext } from "../route/context";

/** What a static page may read with. */
export type PageContext = Pick<Context, "db" | "clock" | "settings">;

/**
 * Reads what a static page shows, and marks the page so that `revalidateTag` on any of the tags
 * makes it anew.
 *
 * While the site is being built the database may not be there yet: the page then shows `whileBuilding`
 * and is made anew at its first request. Afterwards a failure is thrown, and Next keeps the last
 * good page.
 *
 * @param tags of lib/http/page-tags.ts
 */
export async function readForPage<T>(
  tags: readonly string[],
  read: (ctx: PageContext) => Promise<T>,
  whileBuilding: (ctx: Pick<PageContext, "clock">) => T,
): Promise<T> {
  await carryTags(tags, false);
  if (process.env["NEXT_PHASE"] !== PHASE_PRODUCTION_BUILD) return read(await getContext());
  try {
    return await read(await buildContext());
  } catch {
    await carryTags(["built-without-database"], 1);
    return whileBuilding({ clock: systemClock });
  }
}

/** The only means, without fetch, of giving a page its tags: a cached value that carries them. */
async function carryTags(tags: readonly string[], revalidateS: number | false): Promise<void> {
  const key = ["page-tags", ...tags];
  await unstable_cache(async () => true, key, { tags: [...tags], revalidate: revalidateS })();
}

let building: Promise<Context> | undefined;

/** While building nobody serves the sandbox's clock, so the machine's own one counts. */
async function buildContext(): Promise<Context> {
  building ??= createServices(parseEnv(process.env), {
    name: "threeline-build",
    clock: systemClock,
    maxConnections: 2,
  }).then(({ ctx }) => ctx);
  return building;
}
