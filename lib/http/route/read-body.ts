import { maxFields } from "@/lib/contracts/limits";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";

/**
 * Handling a part of a body takes as long as kilobytes of content, and with chunked encoding, senders choose
 * the parts' size. Networks and proxies produce larger parts than this on average.
 */
const smallestPartBytes = 64;

/** How many parts may have any size. */
const freeParts = 1_000;

/**
 * Reads the body. Throws AppError 413 as soon as it exceeds the limit, and 400 for tiny parts or an
 * incomplete body.
 */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = new AppError(413, httpMessages.bodyTooLarge(limitBytes));
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > limitBytes) throw tooLarge;
      chunks.push(chunk);
      if (chunks.length > freeParts && length < chunks.length * smallestPartBytes) {
        throw new AppError(400, httpMessages.invalid);
      }
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(400, httpMessages.cutOff, { cause });
  }
  return Buffer.concat(chunks);
}

/** Reads a form, without parsing it. Also throws AppError 413 for too many fields. */
export async function readForm(request: Request, limitBytes: number): Promise<string> {
  const text = new TextDecoder().decode(await readBody(request, limitBytes));
  if (text.split("&", maxFields + 1).length <= maxFields) return text;
  throw new AppError(413, httpMessages.tooManyFields(maxFields));
}

/** Reads a JSON body. Throws AppError 415 for another content type, 413, or 400 for invalid JSON. */
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
