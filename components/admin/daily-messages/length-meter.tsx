import { countOf, formatCount } from "@/lib/messages/counts";
import {
  dailyMessageMessages,
  dailyMessagesScreen,
  lengthMessages,
} from "@/lib/messages/daily-messages";
import { measureText, withPlainCharacters } from "./message-text";

export type LengthMeterProps = {
  id: string;
  message: string;
  /** What a text adds to the message: a line break and the post's URL, or nothing. */
  suffix: string;
  /** The longest message allowed, in characters. */
  maxLength: number;
  onUsePlain: (message: string) => void;
};

/** A message's length and segments, and the characters that force Unicode, which costs more. */
export function LengthMeter({ id, message, suffix, maxLength, onUsePlain }: LengthMeterProps) {
  const body = message.trim();
  const text = body === "" ? "" : body + suffix;
  const measure = measureText(text);
  const isTooLong = body.length > maxLength;
  return (
    <div id={id} className="grid gap-2 text-small text-ink-3 tabular-nums">
      <Bars fills={measure.segments} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5">
        <span>
          <b className="font-medium text-ink">{countOf(Array.from(message).length, "character")}</b>
          {text !== "" && `, ${segmentsOf(text, suffix)}`}
        </span>
        <span>
          {dailyMessagesScreen.smsLimit}, {dailyMessagesScreen.unicodeLimit}
        </span>
      </div>
      {measure.encoding === "UCS-2" && (
        <Unicode
          characters={measure.unicodeCharacters}
          isAvoidable={measureText(withPlainCharacters(text)).encoding === "GSM-7"}
          onUsePlain={() => onUsePlain(withPlainCharacters(message))}
        />
      )}
      {isTooLong && (
        <p className="font-medium text-alarm">{dailyMessageMessages.messageTooLong(maxLength)}</p>
      )}
    </div>
  );
}

const minBars = 3;

function Bars({ fills }: { fills: readonly number[] }) {
  const bars = Array.from(
    { length: Math.max(minBars, fills.length) },
    (_, index) => fills[index] ?? 0,
  );
  return (
    <div aria-hidden="true" className="state-mark grid auto-cols-fr grid-flow-col gap-[3px]">
      {bars.map((fill, index) => (
        <span key={index} className="h-[3px] bg-rule">
          <span
            className="block h-full origin-left bg-accent"
            style={{ transform: `scaleX(${fill})` }}
          />
        </span>
      ))}
    </div>
  );
}

function segmentsOf(text: string, suffix: string): string {
  const { segments, perSegment, encoding } = measureText(text);
  const name = encoding === "GSM-7" ? "GSM-7" : "Unicode";
  const count = lengthMessages.segments(countOf(segments.length, "segment"), perSegment, name);
  return suffix === ""
    ? count
    : lengthMessages.withLink(formatCount(Array.from(text).length), count);
}

type UnicodeProps = { characters: readonly string[]; isAvoidable: boolean; onUsePlain: () => void };

function Unicode({ characters, isAvoidable, onUsePlain }: UnicodeProps) {
  const shown = characters.slice(0, 12);
  return (
    <p>
      {lengthMessages.unicode}{" "}
      {shown.map((character) => (
        <kbd
          key={character}
          className="mr-1 rounded-1 border border-rule px-1.5 font-sans text-ink"
          title={codePointsOf(character)}
        >
          {character.trim() === "" ? codePointsOf(character) : character}
        </kbd>
      ))}
      {characters.length > shown.length &&
        `${lengthMessages.andMore(formatCount(characters.length - shown.length))} `}
      {isAvoidable && (
        <button type="button" className="text-link text-ink" onClick={onUsePlain}>
          {lengthMessages.replaceSpecial}
        </button>
      )}
    </p>
  );
}

/** `’` → `U+2019`. */
function codePointsOf(character: string): string {
  return Array.from(character, (each) => {
    const code = (each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `U+${code}`;
  }).join(" ");
}
