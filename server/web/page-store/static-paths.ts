import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifestSchema = z.object({
  routes: z.record(z.string(), z.unknown()),
  dynamicRoutes: z.record(z.string(), z.object({ routeRegex: z.string() })),
});

/**
 * Reads which addresses have the same page for everyone, from Next's list of what it renders ahead of
 * requests in the build in `distDir`.
 */
export function readStaticPaths(distDir: string): (path: string) => boolean {
  const manifest = readFileSync(join(distDir, "prerender-manifest.json"), "utf8");
  const { routes, dynamicRoutes } = manifestSchema.parse(JSON.parse(manifest));
  // Names with an underscore are Next's own, such as `/_not-found`.
  const paths = new Set(Object.keys(routes).filter((path) => !path.startsWith("/_")));
  const patterns = Object.values(dynamicRoutes).map(({ routeRegex }) => new RegExp(routeRegex));
  return (path) => paths.has(path) || patterns.some((pattern) => pattern.test(path));
}
