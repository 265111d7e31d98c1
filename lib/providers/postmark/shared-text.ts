import type { SharedText } from "@/lib/domain/ports/mail";
import { randomUUID } from "node:crypto";

/** Texts kept out of a request until the SDK has written everything else of it. */
export type HeldTexts = {
  /** What the SDK is given in a text's place. */
  hold(text: SharedText): string;
  /** The request's JSON with each text in its place, as if the SDK had written it. */
  putInto(json: string): string;
};

const escapedParts = new WeakMap<readonly string[], readonly string[]>();

function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The parts of an edition stand in each of its mails, so they are escaped once. */
function escapedPartsOf(parts: readonly string[]): readonly string[] {
  const known = escapedParts.get(parts);
  if (known) return known;
  const escaped = parts.map(escapeForJson);
  escapedParts.set(parts, escaped);
  return escaped;
}

/**
 * Holds the texts that the mails of one request share. Written by `JSON.stringify` like the rest,
 * they would be escaped anew for every reader, which is half of what a mail costs.
 */
export function holdTexts(): HeldTexts {
  const marker = randomUUID();
  const texts: string[] = [];
  return {
    hold({ parts, fill }) {
      texts.push(`"${escapedPartsOf(parts).join(escapeForJson(fill))}"`);
      return `${marker}${texts.length - 1}`;
    },
    putInto(json) {
      if (texts.length === 0) return json;
      return json.replaceAll(
        new RegExp(`"${marker}(\\d+)"`, "g"),
        (_, index: string) => texts[Number(index)] ?? "",
      );
    },
  };
}
