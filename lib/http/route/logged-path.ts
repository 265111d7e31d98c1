/** Addresses whose last part is a key to somebody's data. */
const secretEndings = /^(\/(?:api\/)?unsubscribe\/|\/api\/auth\/verify\/|\/auth\/verify\/).+$/;

/**
 * What a log line may say about an address: its path without the query, and without the tokens
 * that stand in mails, because whoever reads logs must not be able to act for a reader.
 */
export function loggedPath(url: string): string {
  return new URL(url).pathname.replace(secretEndings, "$1[token]");
}
