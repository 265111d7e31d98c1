import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";

/**
 * The bytes of a request's body, given up as soon as there are too many.
 *
 * @throws AppError 413
 */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = new AppError(413, httpMessages.bodyTooLarge(limitBytes));
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limitBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The JSON of a request.
 *
 * @throws AppError 415 on another content type, 413 when it is too large, 400 when it is broken
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  const [contentType] = (request.headers.get("content-type") ?? "").split(";");
  if (contentType?.trim().toLowerCase() !== "application/json") {
    throw new AppError(415, httpMessages.notJson);
  }
  const bytes = await readBody(request, limitBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError(400, httpMessages.brokenJson, { cause });
  }
}
