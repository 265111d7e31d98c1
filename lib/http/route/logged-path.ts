/** Paths that end in a token. */
const tokenPaths =
  /^(\/(?:api\/)?(?:unsubscribe|confirm-email|change-email)\/|\/admin-invitation\/|\/api\/admin\/invitations\/|\/api\/auth\/verify\/|\/auth\/verify\/).+$/;

/**
 * The path of a URL for logs, without the query and without the tokens from emails: someone who
 * reads the logs must not be able to act as a subscriber.
 */
export function loggedPath(url: string): string {
  return new URL(url).pathname.replace(tokenPaths, "$1[token]");
}
