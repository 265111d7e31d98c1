import type { SharedText } from "@/lib/domain/ports/mail";
import { randomUUID } from "node:crypto";

/** Texts kept out of a request until the SDK has written everything else of it. */
export type HeldTexts = {
  /** What the SDK is given in a text's place. */
  hold(text: SharedText): string;
  /** The request's JSON as bytes, each text in its place as if the SDK had written it. */
  putInto(json: string): Buffer<ArrayBuffer>;
};

const escapedParts = new WeakMap<readonly string[], readonly Buffer[]>();

/** A text as it stands between the quotes of JSON. */
function escapeForJson(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}

/** The parts of an edition stand in each of its mails, so they are escaped once. */
function escapedPartsOf(parts: readonly string[]): readonly Buffer[] {
  const known = escapedParts.get(parts);
  if (known) return known;
  const escaped = parts.map(escapeForJson);
  escapedParts.set(parts, escaped);
  return escaped;
}

/**
 * Holds the texts that the mails of one request share. Written by `JSON.stringify` like the rest,
 * they would be joined, escaped and encoded anew for every reader, which is most of what a mail
 * costs, and be megabytes of garbage.
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
