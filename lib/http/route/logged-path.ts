/** Paths that end in a token. */
const tokenPaths =
  /^(\/(?:api\/)?(?:unsubscribe|confirm-email|change-email)\/|\/admin-invitation\/|\/api\/admin\/invitations\/|\/api\/auth\/verify\/|\/auth\/verify\/).+$/;

/**
 * The path of a URL for logs, without the query and without the tokens from emails: reading the logs must not
 * let anyone act as a subscriber.
 */
export function loggedPath(url: string): string {
  return new URL(url).pathname.replace(tokenPaths, "$1[token]");
}

/** Longer than any path that exists, in characters. */
const longestRoute = 120;

/** A word, but not an id, address, number, or token. */
const plainSegment = /^[a-z]{1,30}(?:[-._][a-z]{1,30})*$/;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/**
 * The kind of path, for spans: `/api/admin/subscribers/17` → `/api/admin/subscribers/{id}`. Anything that
 * could identify a person is left out.
 *
 * @param path with or without a query
 */
export function routeOf(path: string): string {
  const url = URL.parse(path.replace(/^\/+/, "/"), "http://localhost");
  if (!url) return "{invalid}";
  if (url.pathname.length > longestRoute) return "/{other}";
  return loggedPath(url.href)
    .split("/")
    .map((segment) => {
      if (segment === "" || segment === "[token]") return segment;
      if (/^\d+$/.test(segment) || uuid.test(segment)) return "{id}";
      return plainSegment.test(segment) ? segment : "{other}";
    })
    .join("/");
}
