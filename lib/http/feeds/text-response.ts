import { createHash } from "node:crypto";

/**
 * A response with an ETag and, if known, the time of the last change. Feed readers and search engines ask
 * every few minutes, and get a 304 if nothing has changed: the HTTP server in server/web compares both.
 *
 * @param changedAt an instant (ISO)
 */
export function textResponse(text: string, type: string, changedAt: string | null): Response {
  const tag = createHash("sha256").update(text).digest("base64url");
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      // Weak, because the response may also be sent compressed.
      etag: `W/"${tag}"`,
      ...(changedAt === null ? {} : { "last-modified": new Date(changedAt).toUTCString() }),
    },
  });
}
