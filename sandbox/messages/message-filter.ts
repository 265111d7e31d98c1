import type { SQLInputValue } from "node:sqlite";
import type { SandboxChannel, SandboxProvider } from "./message";

/** Which messages to find; an omitted field matches everything. */
export type MessageFilter = {
  channel?: SandboxChannel | undefined;
  provider?: SandboxProvider | undefined;
  to?: string | undefined;
  /** Part of the recipient's address or number. */
  toContains?: string | undefined;
  sender?: string | undefined;
  subject?: string | undefined;
  tag?: string | undefined;
  stream?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** Accepted at or after, in milliseconds since the epoch. */
  sinceMs?: number | undefined;
  /** Accepted before, in milliseconds since the epoch. */
  untilMs?: number | undefined;
  afterId?: number | undefined;
  beforeId?: number | undefined;
  hidden?: readonly HiddenMessages[] | undefined;
};

/** Messages that aren't found. */
type HiddenMessages = {
  /** A recipient, or a prefix that ends in `*`; null means every one. */
  to: string | null;
  /** Null for all streams. */
  stream: string | null;
  /** Messages up to this one are found anyway. */
  afterId?: number;
  /** Above 0, up to 1: about this share is found anyway, evenly spread, always the same messages. */
  exceptShare?: number;
};

type SqlFilter = { where: string; values: SQLInputValue[]; needsEnvelope: boolean };

/** The conditions of a query over `messages m`, joined with `envelopes e` when `needsEnvelope`. */
export function toSql(filter: MessageFilter): SqlFilter {
  const ofMessage = withoutUndefined([
    ["m.channel = ?", filter.channel],
    ["m.recipient = ?", filter.to],
    ["m.recipient LIKE ? ESCAPE '\\'", toPattern(filter.toContains)],
    ["m.accepted_at >= ?", filter.sinceMs],
    ["m.accepted_at < ?", filter.untilMs],
    ["m.id > ?", filter.afterId],
    ["m.id < ?", filter.beforeId],
  ]);
  const ofEnvelope = withoutUndefined([
    ["e.provider = ?", filter.provider],
    ["e.sender LIKE ? ESCAPE '\\'", toPattern(filter.sender)],
    ["e.subject = ?", filter.subject],
    ["e.tag = ?", filter.tag],
    ["e.stream = ?", filter.stream],
  ]);
  const ofMetadata = Object.entries(filter.metadata ?? {});
  const hidden = (filter.hidden ?? []).map(toHiddenSql);
  const pairs = [...ofMessage, ...ofEnvelope, ...hidden];
  const conditions = [
    ...pairs.map(([condition]) => condition),
    ...ofMetadata.map(() => "json_extract(m.metadata, ?) = ?"),
  ];
  return {
    where: conditions.join(" AND ") || "true",
    values: [
      ...pairs.flatMap(([, value]) => value),
      ...ofMetadata.flatMap(([name, value]) => [`$.${JSON.stringify(name)}`, value]),
    ],
    needsEnvelope: ofEnvelope.length > 0 || hidden.length > 0,
  };
}

type Value = SQLInputValue | SQLInputValue[];
type Condition<Values> = [condition: string, values: Values];

function withoutUndefined(conditions: Condition<Value | undefined>[]): Condition<Value>[] {
  return conditions.filter((entry): entry is Condition<Value> => entry[1] !== undefined);
}

function toHiddenSql({ to, stream, afterId, exceptShare }: HiddenMessages): Condition<Value> {
  const prefix = to?.endsWith("*") ? `${escapeLike(to.slice(0, -1))}%` : to && escapeLike(to);
  const thousandths = exceptShare === undefined ? 0 : Math.round(exceptShare * 1_000);
  return [
    `NOT (m.id > ? AND m.id * ? % 1000 >= ?
      AND (? IS NULL OR m.recipient LIKE ? ESCAPE '\\') AND (? IS NULL OR e.stream = ?))`,
    [afterId ?? 0, thousandths, thousandths, prefix, prefix, stream, stream],
  ];
}

function toPattern(part: string | undefined): string | undefined {
  return part === undefined ? undefined : `%${escapeLike(part)}%`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
