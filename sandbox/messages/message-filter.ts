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
  upToId?: number | undefined;
  /** Above 0, up to 1: about this share of the messages, spread evenly, and always the same ones. */
  share?: number | undefined;
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
    ["m.id <= ?", filter.upToId],
    ["m.id * ? % 1000 < ?", toThousandths(filter.share)],
  ]);
  const ofEnvelope = withoutUndefined([
    ["e.provider = ?", filter.provider],
    ["e.sender LIKE ? ESCAPE '\\'", toPattern(filter.sender)],
    ["e.subject = ?", filter.subject],
    ["e.tag = ?", filter.tag],
    ["e.stream = ?", filter.stream],
  ]);
  const ofMetadata = Object.entries(filter.metadata ?? {});
  const pairs = [...ofMessage, ...ofEnvelope];
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
    needsEnvelope: ofEnvelope.length > 0,
  };
}

type Value = string | number | [number, number];
type Condition<Values> = [condition: string, values: Values];

function withoutUndefined(conditions: Condition<Value | undefined>[]): Condition<Value>[] {
  return conditions.filter((entry): entry is Condition<Value> => entry[1] !== undefined);
}

function toThousandths(share: number | undefined): [number, number] | undefined {
  if (share === undefined) return undefined;
  const thousandths = Math.round(share * 1_000);
  return [thousandths, thousandths];
}

function toPattern(part: string | undefined): string | undefined {
  return part === undefined ? undefined : `%${escapeLike(part)}%`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
