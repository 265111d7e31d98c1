import type { PaddleStatus } from "@/lib/contracts/billing";
import type { PlanName } from "@/lib/contracts/plans";

// What other software calls things in its exports: Ghost, Substack, and beehiiv as Ghost's migration tools
// read them (https://github.com/TryGhost/migrate), Buttondown's types
// (https://github.com/buttondown/openapi, enums.json), the states of Kit
// (https://help.kit.com/en/articles/2502600) and beehiiv (https://developers.beehiiv.com), and the statuses
// of Stripe's subscriptions (https://docs.stripe.com/api/subscriptions/object).

const yesWords = new Set(["true", "yes", "y", "t", "1", "on", "x", "✓"]);
const noWords = new Set(["false", "no", "n", "f", "0", "off"]);

/** Get email. */
const onWords = new Set(
  "active|subscribed|confirmed|regular|premium|gifted|trialed|churning|churned|past due|paused|unpaid|cold|enabled|opted in|opt in|free|paid|comp|member|everything|verified|double".split(
    "|",
  ),
);

/** Opted out, can't be reached, or never confirmed. */
const offWords = new Set(
  "inactive|unsubscribed|unsubscribe|not subscribed|non subscribed|pending|invalid|validating|needs attention|undeliverable|bounced|hard bounced|soft bounced|bounce|hard bounce|complained|complaint|spam|cancelled|canceled|cleaned|unconfirmed|not confirmed|unactivated|not activated|blocked|blocklisted|blacklisted|removed|deleted|archived|suppressed|disabled|opted out|opt out|optout|upcoming|none|never subscribed|do not contact|do not email|globally unsubscribed".split(
    "|",
  ),
);

const emptyWords = new Set(["", "n/a", "#n/a", "na", "null", "nil", "undefined", "-", "--", "—"]);

/** In lower case, with single spaces for underscores, hyphens, and spaces. */
const wordOf = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll(/(?<=\w)[_\-\s]+(?=\w)/g, " ")
    .trim();

/** Whether a cell is empty or has a word for it. */
export function isBlank(cell: string): boolean {
  // Checks the length first, because this runs for every cell.
  return cell.length < 12 && emptyWords.has(cell.trim().toLowerCase());
}

/** The time of an event, such as when someone unsubscribed. */
const isTime = (cell: string) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(cell.trim());

/** Yes or no; null for other words. */
export function readYesNo(cell: string): boolean | null {
  const word = wordOf(cell);
  if (yesWords.has(word)) return true;
  return noWords.has(word) ? false : null;
}

/** Whether someone gets email, from a status or a yes or no; null for other words. */
export function readEmailOn(cell: string): boolean | null {
  const word = wordOf(cell);
  if (onWords.has(word)) return true;
  return offWords.has(word) ? false : readYesNo(cell);
}

/**
 * Whether someone gets no email, from a yes or no, a status, or the time when it ended; null for other words.
 */
export function readEmailOff(cell: string): boolean | null {
  if (isTime(cell)) return true;
  const isYes = readYesNo(cell);
  if (isYes !== null) return isYes;
  const isOn = readEmailOn(cell);
  return isOn === null ? null : !isOn;
}

const statusWords: ReadonlyMap<string, PaddleStatus | null> = new Map([
  ...["trialing", "trial", "free trial", "trialed"].map((word) => [word, "trialing"] as const),
  ...["active", "paid", "premium", "comp", "gifted", "churning"].map(
    (word) => [word, "active"] as const,
  ),
  ["past due", "past_due"],
  ["paused", "paused"],
  ...["canceled", "cancelled", "expired", "unpaid", "churned", "incomplete expired"].map(
    (word) => [word, "canceled"] as const,
  ),
  ...["free", "none", "inactive", "incomplete"].map((word) => [word, null] as const),
]);

/** A subscription's status; null without a subscription, undefined for other words. */
export function readStatus(cell: string): PaddleStatus | null | undefined {
  return statusWords.get(wordOf(cell));
}

/** The status for a reader type that also says whether they get email; null without a subscription. */
export function readStatusOfType(cell: string): PaddleStatus | null {
  const word = wordOf(cell);
  return word === "paused" || word === "unpaid" ? null : (statusWords.get(word) ?? null);
}

const planWords: ReadonlyMap<string, PlanName | null> = new Map([
  ...["annual", "annually", "yearly", "year"].map((word) => [word, "annual"] as const),
  ...["monthly", "month"].map((word) => [word, "monthly"] as const),
  // Get the briefing without a plan of ours.
  ..."comp|comped|complimentary|gift|gifted|founding|lifetime|paid|premium|group|trial|free trial|author|admin"
    .split("|")
    .map((word) => [word, null] as const),
]);
const noPlanWords = new Set(["free", "none", "other", "no", "false", "default", "basic"]);

/**
 * The plan of someone who gets the briefing, `plan: null` if it isn't one of ours; null for everyone else,
 * and undefined for other words.
 */
export function readPlan(cell: string): { plan: PlanName | null } | null | undefined {
  const word = wordOf(cell).replace(/ (?:subscriber|subscription|plan|member|membership)$/, "");
  if (word === "" || noPlanWords.has(word)) return null;
  const plan = planWords.get(word);
  return plan === undefined ? undefined : { plan };
}

const offHeader =
  /unsub|opt(?:ed)?[\s_-]*out|bounce|complain|suppress|clean|disabled|do[\s_-]*not|spam/;
const onHeader =
  /subscri|opt(?:ed)?[\s_-]*in|consent|accept|marketing|newsletter|active|enabled|confirm|mailing|email[\s_-]*on/;

/** A status has few different values. A column with more, and none that looks like a status, isn't one. */
const maxValues = 500;

/** Counts a column's cells, to tell whether it looks like another software's status. */
export function createStatusDetector(header: string) {
  const name = header.toLowerCase();
  const isOffNamed = offHeader.test(name);
  const values = new Map<string, { isOff: boolean | null; isOffWord: boolean }>();
  let filled = 0;
  let known = 0;
  let off = 0;
  let offWord = 0;
  const read = (cell: string) => {
    const isOn = isOffNamed ? null : readEmailOn(cell);
    const isOff = isOffNamed ? readEmailOff(cell) : isOn === null ? null : !isOn;
    return { isOff, isOffWord: offWords.has(wordOf(cell)) };
  };
  return {
    add(cell: string): void {
      if (isBlank(cell)) return;
      filled += 1;
      if (values.size >= maxValues && known === 0) return;
      const value = values.get(cell) ?? read(cell);
      if (values.size < maxValues) values.set(cell, value);
      if (value.isOff !== null) known += 1;
      if (value.isOff) off += 1;
      if (value.isOffWord) offWord += 1;
    },
    /** How many people look opted out; null if it doesn't look like a status. */
    optedOut(): number | null {
      if (isOffNamed) return off > 0 ? off : null;
      if (name.includes("status")) return off;
      if (onHeader.test(name) && filled > 0 && known === filled) return off;
      return offWord > 0 ? offWord : null;
    },
  };
}
