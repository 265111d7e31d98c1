import { createHash } from "node:crypto";

/**
 * A response with an ETag, so that feed readers, which ask every few minutes, get a 304 while nothing
 * has changed. The HTTP server in server/web compares the ETag.
 */
export function etagResponse(text: string, type: string): Response {
  const tag = createHash("sha256").update(text).digest("base64url");
  // Weak, because the response may also be sent compressed.
  return new Response(text, {
    headers: { "content-type": `${type}; charset=utf-8`, etag: `W/"${tag}"` },
  });
}
