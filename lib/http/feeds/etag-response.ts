import { createHash } from "node:crypto";

/**
 * A text with a tag that changes when it does: whoever has it already is told so instead of getting
 * it again (scripts/unchanged.ts). Feed readers ask every few minutes.
 */
export function etagResponse(text: string, type: string): Response {
  const tag = createHash("sha256").update(text).digest("base64url");
  // Weak, because it is sent compressed as well.
  return new Response(text, {
    headers: { "content-type": `${type}; charset=utf-8`, etag: `W/"${tag}"` },
  });
}
