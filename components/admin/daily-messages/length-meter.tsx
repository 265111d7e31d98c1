import { dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { measureText, withPlainCharacters } from "./segments";

/** What `LengthMeter` takes. */
export type LengthMeterProps = {
  id: string;
  message: string;
  /** What is put behind the message in a text: a line break and the post's address, or nothing. */
  suffix: string;
  /** How many characters a message may have. */
  longest: number;
  /** Puts the message with plain characters in place of the typed one. */
  onPlain: (message: string) => void;
};

/** How long a message is, what its text costs, and which characters make it cost more. */
export function LengthMeter({ id, message, suffix, longest, onPlain }: LengthMeterProps) {
  const body = message.trim();
  const text = body === "" ? "" : body + suffix;
  const measure = measureText(text);
  const isTooLong = body.length > longest;
  return (
    <div id={id} className="grid gap-2 text-small text-ink-3 tabular-nums">
      <Bars fills={measure.segments} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5">
        <span>
          <b className="font-medium text-ink">{Array.from(message).length} characters</b>
          {text !== "" && `, ${costOf(text, suffix)}`}
        </span>
        <span>{dailyMessagesScreen.smsLimit}</span>
      </div>
      {measure.encoding === "UCS-2" && (
        <Unicode
          characters={measure.unicodeCharacters}
          isAvoidable={measureText(withPlainCharacters(text)).encoding === "GSM-7"}
          onPlain={() => onPlain(withPlainCharacters(message))}
        />
      )}
      {isTooLong && (
        <p className="font-medium text-alarm">
          A message has at most {longest.toLocaleString("en-US")} characters, so that a text can
          carry it.
        </p>
      )}
    </div>
  );
}

const fewestBars = 3;

function Bars({ fills }: { fills: readonly number[] }) {
  const bars = Array.from(
    { length: Math.max(fewestBars, fills.length) },
    (_, index) => fills[index] ?? 0,
  );
  return (
    <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-[3px]">
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

function costOf(text: string, suffix: string): string {
  const { segments, perSegment, encoding } = measureText(text);
  const name = encoding === "GSM-7" ? "GSM-7" : "Unicode";
  const count = `${segments.length} ${segments.length === 1 ? "segment" : "segments"} of ${perSegment} (${name})`;
  return suffix === "" ? count : `${Array.from(text).length} with the link: ${count}`;
}

type UnicodeProps = { characters: readonly string[]; isAvoidable: boolean; onPlain: () => void };

function Unicode({ characters, isAvoidable, onPlain }: UnicodeProps) {
  const shown = characters.slice(0, 12);
  return (
    <p>
      Unicode, because of{" "}
      {shown.map((character) => (
        <kbd
          key={character}
          className="mr-1 rounded-1 border border-rule px-1.5 font-sans text-ink"
          title={codePointsOf(character)}
        >
          {character.trim() === "" ? codePointsOf(character) : character}
        </kbd>
      ))}
      {characters.length > shown.length && `and ${characters.length - shown.length} more `}
      {isAvoidable && (
        <button type="button" className="text-link text-ink" onClick={onPlain}>
          Use plain characters
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
