import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const prerenderSchema = z.object({
  routes: z.record(z.string(), z.unknown()),
  dynamicRoutes: z.record(z.string(), z.object({ routeRegex: z.string() })),
  preview: z.object({ previewModeId: z.string() }),
});

const routesSchema = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ regex: z.string() })).default([]),
  headers: z.array(
    z.object({ regex: z.string(), headers: z.array(z.object({ key: z.string() })) }),
  ),
});

/** What a build says about public pages. */
export type PublicPages = {
  /** Whether everyone gets the same page at this address, and search engines may show it. */
  isPublic: (path: string) => boolean;
  /** Whether there is a page or a route at this address. */
  isPage: (path: string) => boolean;
  /** The value of the header that makes Next rerender a page. */
  revalidateKey: string;
};

/** Reads Next's lists of addresses and prerendered pages. */
export function readPublicPages(distDir: string): PublicPages {
  const read = <T>(name: string, schema: z.ZodType<T>): T =>
    schema.parse(JSON.parse(readFileSync(join(distDir, name), "utf8")));
  const { routes, dynamicRoutes, preview } = read("prerender-manifest.json", prerenderSchema);
  const {
    staticRoutes,
    dynamicRoutes: routesWithParts,
    headers,
  } = read("routes-manifest.json", routesSchema);
  // Names with an underscore are Next's own, such as `/_not-found`.
  const paths = new Set(Object.keys(routes).filter((path) => !path.startsWith("/_")));
  const fixedPaths = new Set(staticRoutes.map(({ page }) => page));
  const patterns = Object.values(dynamicRoutes).map(({ routeRegex }) => new RegExp(routeRegex));
  const personal = headers
    .filter((rule) => rule.headers.some(({ key }) => key === "x-robots-tag"))
    .map(({ regex }) => new RegExp(regex));
  const partPatterns = routesWithParts.map(({ regex }) => new RegExp(regex));
  const isStatic = (path: string) =>
    paths.has(path) || (!fixedPaths.has(path) && patterns.some((each) => each.test(path)));
  return {
    isPublic: (path) => isStatic(path) && !personal.some((each) => each.test(path)),
    isPage: (path) => fixedPaths.has(path) || partPatterns.some((each) => each.test(path)),
    revalidateKey: preview.previewModeId,
  };
}
