import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Logger } from "@/lib/platform/logger";
import type { ResponseReference } from "./reference";
import { toErrorResponse } from "./respond";

/** The headers of a file to download, for the API reference. */
const fileHeaders = { "content-disposition": "The file's name" };

const downloadAs = (name: string, type: string) => ({
  "content-type": `${type}; charset=utf-8`,
  "content-disposition": `attachment; filename="${name}"`,
});

/** The response of `csvResponse`, for the API reference. */
export function csvFile(description?: string): ResponseReference {
  return {
    ...(description && { description }),
    schema: z.string(),
    contentType: "text/csv",
    headers: fileHeaders,
  };
}

/** A CSV file to download. A generator's is sent while it is read. */
export function csvResponse(name: string, csv: AsyncGenerator<string> | string): Response {
  const headers = downloadAs(name, "text/csv");
  return typeof csv === "string" ? new Response(csv, { headers }) : streamResponse(csv, headers);
}

/** The response of `jsonFileResponse`, for the API reference. */
export function jsonFile(schema: z.ZodType): ResponseReference {
  return { schema, headers: fileHeaders };
}

/** A JSON file to download. */
export function jsonFileResponse(name: string, data: unknown): Response {
  const headers = downloadAs(name, "application/json");
  return new Response(JSON.stringify(data, null, 2), { headers });
}

/**
 * JSON values, one per line, each sent as soon as it's available. An error becomes the last line, as `error`.
 * Stops reading `values` when the client disconnects.
 */
export function jsonLinesResponse(values: AsyncGenerator, log: Logger): Response {
  return streamResponse(toLines(values, log), {
    "content-type": "application/x-ndjson",
    // Otherwise, nginx buffers lines before sending them.
    "x-accel-buffering": "no",
  });
}

/** After this long without a line, an empty one is sent, so that no proxy drops the connection. */
const longestSilenceMs = 15_000;

async function* toLines(values: AsyncGenerator, log: Logger): AsyncGenerator<string> {
  try {
    let next = values.next();
    for (;;) {
      const result = await Promise.race([next, wait(longestSilenceMs, null, { ref: false })]);
      if (result?.done) return;
      yield result ? `${JSON.stringify(result.value)}\n` : "\n";
      if (result) next = values.next();
    }
  } catch (error) {
    yield `${JSON.stringify({ error: await toErrorResponse(error, log).json() })}\n`;
  } finally {
    await values.return(undefined);
  }
}

function streamResponse(text: AsyncGenerator<string>, headers: Record<string, string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await text.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
  return new Response(body, { headers });
}
