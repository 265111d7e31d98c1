import type { SharedText } from "@/lib/domain/ports/mail";
import { randomUUID } from "node:crypto";

/** Shared texts that are inserted into a request after the SDK has serialized the rest. */
export type HeldTexts = {
  /** Stores a text and returns its placeholder for the SDK. */
  hold(text: SharedText): string;
  /** The JSON as bytes, with the placeholders replaced as if the SDK had serialized the texts. */
  putInto(json: string): Buffer<ArrayBuffer>;
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

/**
 * Holds the texts that the emails of one request share. With `JSON.stringify` alone, they'd be
 * joined, escaped, and encoded for each recipient, which is most of the cost of an email and
 * creates megabytes of garbage.
 */
export function holdTexts(): HeldTexts {
  const marker = randomUUID();
  const texts: Buffer[][] = [];
  return {
    hold({ parts, fill }) {
      const gap = escapeForJson(fill);
      texts.push(
        escapedPartsOf(parts).flatMap((part, index) => (index === 0 ? part : [gap, part])),
      );
      return `${marker}${texts.length - 1}`;
    },
    putInto(json) {
      const pieces = json.split(new RegExp(`${marker}(\\d+)`));
      return Buffer.concat(
        pieces.flatMap((piece, at) =>
          at % 2 === 0 ? Buffer.from(piece) : (texts[Number(piece)] ?? []),
        ),
      );
    },
  };
}
