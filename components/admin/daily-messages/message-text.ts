import { SegmentedMessage } from "sms-segments-calculator";

/** How many segments a text takes, which is what it costs. */
export type TextMeasure = {
  encoding: "GSM-7" | "UCS-2";
  /** How full each segment is, from 0 to 1; an empty text has none. */
  segments: number[];
  /** Characters per segment of this text: 160 or 153 in GSM-7, 70 or 67 in UCS-2. */
  perSegment: number;
  /** Distinct characters that GSM-7 doesn't have. */
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

/** The same text with typographic quotes, dashes, and spaces replaced by plain ones. */
export function withPlainCharacters(text: string): string {
  return Array.from(text, (character) => plain[character] ?? character).join("");
}

/** The lines of a message as headlines: without list numbers and without lines that are only a URL. */
export function headlinesOf(message: string): string[] {
  return message
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\d{1,2}[.)]\s+/, ""))
    .filter((line) => line !== "" && !/^(?:https?:\/\/)?[^\s/]+\.[^\s/]+\/\S*$/.test(line));
}
