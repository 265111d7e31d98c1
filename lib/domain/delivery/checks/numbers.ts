/** A number as someone wrote it, and what it means. */
type Quantity = {
  /** Such as `$7.24tn`. */
  text: string;
  /** With its scale: `2 million` is 2,000,000. Percentages, and percentage points, are as written. */
  value: number;
  /** What it means if its letter isn't a scale: `90,000t` can be tonnes. */
  unscaled: number;
  isPercent: boolean;
  /** `$`, `€`, `£`, `¥`, or nothing. */
  currency: string;
  isWord: boolean;
  /** Half of the last digit written: what rounding may change. */
  tolerance: number;
};

/** Numbers spelled out, as in stories. Lines of a message have digits. */
const words: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "zero one two three four five six seven eight nine ten eleven twelve"
      .split(" ")
      .map((word, value) => [word, value]),
  ),
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  half: 0.5,
  quarter: 0.25,
};

const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};

const percentUnits: Readonly<Record<string, number>> = {
  "%": 1,
  percent: 1,
  point: 1,
  points: 1,
  bp: 0.01,
  bps: 0.01,
  "basis point": 0.01,
  "basis points": 0.01,
};

const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const unit = String.raw`%|percent|(?:percentage[\s-]|basis[\s-])?points?|bps?|thousand|million|billion|trillion|k|mn|m|bn|b|tn|t`;
const written = (numbers: string, excluded = "") =>
  new RegExp(
    String.raw`(?<![\p{L}\d.,])([$€£¥]?)(${numbers})(?:[\s-]?(${unit})|\sof\sa\s(percentage\s)?point)?(?![\p{L}\d]${excluded})`,
    "giu",
  );
/** `10-year` is a name more often than a figure. */
const inLines = written(number, "|-(?:year|month|week|day)");
const inStories = written(`${number}|${Object.keys(words).join("|")}`);

function quantitiesIn(text: string, pattern: RegExp): Quantity[] {
  return [...text.matchAll(pattern)].map(([match, currency = "", amount = "", unitText = ""]) => {
    const word = words[amount.toLowerCase()];
    const plain = word === undefined ? amount.replaceAll(",", "") : String(word);
    const isOfPoint = /\sof\sa\s/i.test(match);
    const name = isOfPoint
      ? "point"
      : unitText
          .toLowerCase()
          .replace(/percentage[\s-]/, "")
          .replaceAll(/[\s-]/g, " ");
    const factor = percentUnits[name] ?? scales[name] ?? 1;
    const decimals = plain.split(".")[1]?.length ?? 0;
    const value = Number(plain) * factor;
    return {
      text: match,
      value,
      unscaled: /^[mt]$/.test(name) && currency === "" ? Number(plain) : value,
      isPercent: isOfPoint || name in percentUnits,
      currency,
      isWord: word !== undefined,
      tolerance: (factor * 10 ** -decimals) / 2,
    };
  });
}

function isSame(line: Quantity, story: Quantity): boolean {
  if (line.currency !== "" && story.currency !== "" && line.currency !== story.currency) {
    return false;
  }
  // A word without a unit counts people or things.
  if (
    line.isPercent !== story.isPercent &&
    (story.isWord || line.currency + story.currency !== "")
  ) {
    return false;
  }
  const isNear = (a: number, b: number, tolerance = 0) =>
    Math.abs(a - b) <= tolerance + 1e-9 * Math.max(1, Math.abs(a));
  if (isNear(line.value, story.value)) return true;
  if (isNear(line.unscaled, story.value) || isNear(line.value, story.unscaled)) return true;
  return line.isPercent === story.isPercent && isNear(line.value, story.value, line.tolerance);
}

/** How far apart two numbers can be, as a share of the larger one, and still be meant as the same. */
const mostApart = 0.5;

/** A number in a line that its story doesn't have, and the number there that may be meant. */
export type NumberMismatch = { line: string; story: string | null };

/**
 * The numbers in a line that aren't in its story. The story's can be more precise, or written differently:
 * `$7.2tn` agrees with `$7.24 trillion`, and `4bp` with `four basis points`. Terms such as `10-year` aren't
 * compared.
 */
export function compareNumbers(line: string, story: string): NumberMismatch[] {
  const told = quantitiesIn(story, inStories);
  return quantitiesIn(line, inLines)
    .filter((quantity) => !told.some((other) => isSame(quantity, other)))
    .map((quantity) => {
      const apart = (other: Quantity) =>
        Math.abs(other.value - quantity.value) / Math.max(other.value, quantity.value);
      const [closest] = told
        .filter((other) => other.isPercent === quantity.isPercent && apart(other) <= mostApart)
        .toSorted((a, b) => apart(a) - apart(b));
      return { line: quantity.text, story: closest?.text ?? null };
    });
}
