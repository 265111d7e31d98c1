import { SegmentedMessage } from "sms-segments-calculator";

/** What a text costs. */
export type TextMeasure = {
  encoding: "GSM-7" | "UCS-2";
  /** How full each segment is, from 0 to 1; a text without a character has none. */
  segments: number[];
  /** Characters that one segment of this text holds: 160 or 153, in Unicode 70 or 67. */
  perSegment: number;
  /** Characters that GSM-7 does not have, each once. */
  unicodeCharacters: string[];
};

const segmentBits = 140 * 8;

/** Counts the segments of a text as Twilio does. */
export function measureText(text: string): TextMeasure {
  const counted = new SegmentedMessage(text);
  const isGsm = counted.encodingName === "GSM-7";
  const isSingle = counted.segmentsCount <= 1;
  return {
    encoding: counted.encodingName,
    segments:
      text === ""
        ? []
        : counted.segments.map((segment) => 1 - segment.freeSizeInBits() / segmentBits),
    perSegment: isGsm ? (isSingle ? 160 : 153) : isSingle ? 70 : 67,
    unicodeCharacters: isGsm ? [] : [...new Set(counted.getNonGsmCharacters())],
  };
}

const plain: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "–": "-",
  "—": "-",
  "−": "-",
  "‑": "-",
  "…": "...",
  "\u00a0": " ",
  "\u2009": " ",
  "\u202f": " ",
  "\u2060": "",
  "\u200b": "",
};

/** The same text with printers' quotes, dashes and spaces as a typewriter has them. */
export function withPlainCharacters(text: string): string {
  return Array.from(text, (character) => plain[character] ?? character).join("");
}
