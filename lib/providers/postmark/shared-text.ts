import type { SharedText } from "@/lib/domain/ports/mail";
import { randomUUID } from "node:crypto";

/** Shared texts that are inserted into a request after the SDK has serialized the rest. */
export type HeldTexts = {
  /** Stores a text and returns its placeholder for the SDK. */
  hold(text: SharedText): string;
  /** The JSON as bytes, with the placeholders replaced as if the SDK had serialized the texts. */
  putInto(json: string): Buffer<ArrayBuffer>;
  /**
   * Lets a different request use the bytes. Call it only once the provider has answered for every email:
   * until then, a connection may still be reading them.
   */
  release(): void;
};

const escapedParts = new WeakMap<readonly string[], readonly Buffer[]>();

/** A text as it appears between quotes in JSON. */
function escapeForJson(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}

/** Escapes the parts of an edition once, because all its emails share them. */
function escapedPartsOf(parts: readonly string[]): readonly Buffer[] {
  const known = escapedParts.get(parts);
  if (known) return known;
  const escaped = parts.map(escapeForJson);
  escapedParts.set(parts, escaped);
  return escaped;
}

/** Reusable request bodies: one for each concurrent call of a worker. */
const spareBodies: Buffer<ArrayBuffer>[] = [];
const maxSpareBodies = 4;
const bodyStepBytes = 1024 * 1024;

/** Memory for a body. Allocating megabytes for each call would keep the garbage collector busy. */
function takeBody(bytes: number): Buffer<ArrayBuffer> {
  const index = spareBodies.findIndex((body) => body.byteLength >= bytes);
  const [spare] = index === -1 ? [] : spareBodies.splice(index, 1);
  return spare ?? Buffer.allocUnsafeSlow(Math.ceil(bytes / bodyStepBytes) * bodyStepBytes);
}

/**
 * Holds the texts that the emails of one request share. `JSON.stringify` alone would join, escape, and encode
 * them for each recipient, which is most of the cost of an email and creates megabytes of garbage.
 */
export function holdTexts(): HeldTexts {
  const marker = randomUUID();
  const texts: { parts: readonly Buffer[]; gap: string }[] = [];
  let sharedBytes = 0;
  let taken: Buffer<ArrayBuffer> | undefined;
  return {
    hold({ parts, fill }) {
      const escaped = escapedPartsOf(parts);
      const gap = JSON.stringify(fill).slice(1, -1);
      for (const part of escaped) sharedBytes += part.byteLength;
      sharedBytes += Math.max(0, escaped.length - 1) * Buffer.byteLength(gap);
      texts.push({ parts: escaped, gap });
      return `${marker}${texts.length - 1};`;
    },
    putInto(json) {
      const body = takeBody(Buffer.byteLength(json) + sharedBytes);
      taken = body;
      let length = 0;
      let from = 0;
      for (let at = json.indexOf(marker); at !== -1; at = json.indexOf(marker, from)) {
        length += body.write(json.slice(from, at), length);
        from = json.indexOf(";", at) + 1;
        const text = texts[Number(json.slice(at + marker.length, from - 1))];
        for (const [index, part] of (text?.parts ?? []).entries()) {
          if (text && index > 0) length += body.write(text.gap, length);
          length += part.copy(body, length);
        }
      }
      length += body.write(json.slice(from), length);
      return body.subarray(0, length);
    },
    release() {
      if (taken && spareBodies.length < maxSpareBodies) spareBodies.push(taken);
      taken = undefined;
    },
  };
}
