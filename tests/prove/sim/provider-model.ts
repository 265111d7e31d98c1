import type { Channel } from "@/lib/contracts/primitives";
import type { FoundMail, MailProvider, MailStream } from "@/lib/domain/ports/mail";
import type { MailReport, TextReport } from "@/lib/domain/ports/provider-reports";
import type { CallFailure, MessageResult } from "@/lib/domain/ports/send-outcome";
import type { SmsProvider } from "@/lib/domain/ports/sms";
import type { CallGuard } from "@/lib/platform/provider-call";
import type { Accepted, Refused, Search } from "../checker/history";
import { currentActor } from "./scheduler";
import { maybeInterrupt, type Simulation } from "./virtual-ports";

/** A message as the provider keeps it. */
type Kept = Accepted & {
  id: string;
  /** Counted from 1. */
  number: number;
  /** From when on the search finds it, unless a fault hides it. */
  searchableAt: Date;
  /** Also the tag of probes and alerts, which aren't part of the journal. */
  tag: string;
  stream: Stream;
  isBriefing: boolean;
};

/** Both providers, as one model with a journal. */
export type ProviderModel = {
  mail: MailProvider;
  sms: SmsProvider;
  journal: () => Accepted[];
  searches: () => Search[];
  refused: Refused[];
  /** Takes back that we knew of messages, because the database lost what it learned since an instant. */
  forget: (since: number) => void;
};

export type Reports = {
  mail(eventId: string, report: MailReport): Promise<void>;
  text(eventId: string, report: TextReport): Promise<void>;
};

const callTimeoutMs = 10_000;
const pageLength = 500;

const refusedForAll = {
  state: "refused",
  reason: "rejected",
  code: 21_408,
  detail: "not enabled",
} as const satisfies MessageResult;

/** Each is indexed separately. */
type Stream = MailStream | "sms";
type Call = {
  channel: Channel;
  stream: Stream;
  messages: Message[];
  guard: CallGuard | undefined;
};
type Message = {
  to: string;
  text: string;
  tag: string;
  deliveryId: string | null;
  /** How long it may wait at the carrier, in seconds. */
  validityS?: number | undefined;
};

export function createProviderModel(simulation: Simulation, reports: Reports): ProviderModel {
  const { scheduler, random, world } = simulation;
  const kept: Kept[] = [];
  const refused: Refused[] = [];
  const asked: (Omit<Search, "about"> & { isMatch: (message: Kept) => boolean })[] = [];
  const indexedUntil = { broadcast: 0, transactional: 0, sms: 0 };

  /** Until when the search hides a message, if it's hidden now. */
  const hiddenUntil = (message: Kept): number => {
    const hiding = world.faults.filter(
      (fault) =>
        "channel" in fault &&
        fault.channel === message.channel &&
        fault.from <= scheduler.now &&
        scheduler.now < fault.until &&
        ((fault.kind === "search_partial" && message.number % 2 === 0) ||
          (fault.kind === "search_gap" &&
            fault.acceptedFrom <= message.acceptedAt.getTime() &&
            message.acceptedAt.getTime() < fault.acceptedBefore)),
    );
    return Math.max(message.searchableAt.getTime(), ...hiding.map(({ until }) => until));
  };

  /** When the messages were accepted that aren't in the search yet; null if all are. */
  const findMissing = (channel: Channel): { from: number; until: number } | null => {
    const fault = simulation.strikes("search_behind", channel);
    if (fault?.kind !== "search_behind") return null;
    const searches = asked.filter(
      (each) => each.channel === channel && each.at.getTime() >= fault.from,
    );
    const isBehind = searches.length < fault.searches;
    return isBehind ? { from: fault.from, until: fault.acceptedBefore } : null;
  };

  const accept = (
    { channel, stream }: Call,
    message: Message,
    { sentAt, isRefusedForAll }: { sentAt: number; isRefusedForAll: boolean },
  ): MessageResult => {
    const { validityS = Infinity, ...content } = message;
    const { to, deliveryId } = content;
    const isRefused = deliveryId !== null && simulation.strikes("refuse", channel);
    if (isRefused) {
      refused.push({ channel, to, at: new Date(scheduler.now) });
      return { state: "refused", reason: "invalid_address", code: 300, detail: "not an address" };
    }
    if (deliveryId !== null && isRefusedForAll) return refusedForAll;
    if (deliveryId !== null && world.refusedAlways.includes(to)) {
      refused.push({ channel, to, at: new Date(scheduler.now) });
      return { ...refusedForAll, code: 21_659, detail: "not from this sender" };
    }
    const lag = simulation.strikes("search_lag", channel);
    const isBehind =
      lag?.kind === "search_lag" && (lag.stream === undefined || lag.stream === stream);
    // An index takes messages in order.
    indexedUntil[stream] = Math.max(
      indexedUntil[stream],
      scheduler.now + (isBehind ? lag.delayMs : 0),
    );
    const number = kept.length + 1;
    const id = `${channel}-${number}`;
    const queue = simulation.strikes("queue", channel);
    const waitsMs = queue?.kind === "queue" ? queue.delayMs : 0;
    const hasArrived = waitsMs <= validityS * 1_000;
    const entry: Kept = {
      ...content,
      channel,
      stream,
      id,
      number,
      isBriefing: deliveryId !== null,
      sentAt: new Date(sentAt),
      acceptedAt: new Date(scheduler.now),
      ...(hasArrived && { arrivedAt: new Date(scheduler.now + waitsMs) }),
      searchableAt: new Date(indexedUntil[stream]),
    };
    kept.push(entry);
    if (deliveryId !== null) {
      scheduler.note("provider", `accepts ${deliveryId} for ${to}`);
      planReports(entry);
    }
    return { state: "accepted", providerMessageId: id };
  };

  const planReports = (entry: Kept) => {
    const { channel, deliveryId, id } = entry;
    const { share, delayMs } = world.webhooks;
    const times = random.chance(share) ? (random.chance(0.2) ? 2 : 1) : 0;
    for (let count = 0; count < times; count += 1) {
      scheduler.at(scheduler.now + random.int(0, delayMs), null, async () => {
        scheduler.note("provider", `reports ${deliveryId}`);
        entry.knownAt ??= new Date(scheduler.now);
        await (channel === "email"
          ? reports.mail(id, {
              address: entry.to,
              deliveryId,
              providerMessageId: id,
              occurredAt: entry.acceptedAt,
              outcome: { kind: "delivered" },
            })
          : reports.text(id, {
              to: entry.to,
              deliveryId,
              providerMessageId: id,
              status: "delivered",
              code: null,
              refusal: null,
            }));
      });
    }
  };

  /** What a call finds: whether and when it is accepted, and what its caller is told. */
  const fateOf = (
    channel: Channel,
  ): { acceptAfterMs: number | null; answer: CallFailure | null } => {
    const soon = random.int(5, 60);
    const unknown = { state: "unknown", detail: "no answer" } as const;
    if (simulation.strikes("timeout", channel)) return { acceptAfterMs: null, answer: unknown };
    const late = simulation.strikes("late_accept", channel);
    if (late?.kind === "late_accept") {
      return { acceptAfterMs: callTimeoutMs + random.int(0, late.delayMs), answer: unknown };
    }
    if (simulation.strikes("drop", channel)) return { acceptAfterMs: soon, answer: unknown };
    if (simulation.strikes("error_accepted", channel)) {
      return { acceptAfterMs: random.chance(0.5) ? soon : null, answer: unknown };
    }
    if (simulation.strikes("throttle", channel)) {
      const answer = { state: "throttled", retryAfterMs: undefined, detail: "429" } as const;
      return { acceptAfterMs: null, answer };
    }
    if (simulation.strikes("unauthorized", channel)) {
      return { acceptAfterMs: null, answer: { state: "unauthorized", detail: "401" } };
    }
    return { acceptAfterMs: soon, answer: null };
  };

  const call = async (given: Call) => {
    const { channel, messages, guard } = given;
    const { actor } = currentActor();
    maybeInterrupt(simulation, 0.3);
    await scheduler.pause(random.int(0, 20));
    await guard?.confirm();
    guard?.check();
    const sentAt = scheduler.now;
    const fate = fateOf(channel);
    scheduler.note(
      actor.name,
      `sends ${messages.length} ${channel}${fate.answer ? `, ${fate.answer.state}` : ""}`,
    );
    const entries: Kept[] = [];
    const answer = new Promise<MessageResult[] | CallFailure>((resolve) => {
      let results: MessageResult[] = [];
      // An account loses a permission for the calls that begin after that.
      const isRefusedForAll = simulation.strikes("refuse_all", channel) !== undefined;
      if (fate.acceptAfterMs !== null) {
        scheduler.at(sentAt + fate.acceptAfterMs, null, () => {
          const first = kept.length;
          results = messages.map((message) => accept(given, message, { sentAt, isRefusedForAll }));
          entries.push(...kept.slice(first));
          // Until the response arrives, nobody knows.
          for (const entry of entries) entry.unansweredAt = new Date(sentAt);
        });
      }
      const isQuick = fate.answer === null || fate.answer.state !== "unknown" || random.chance(0.5);
      const answerMs =
        isQuick && (fate.acceptAfterMs ?? 0) < callTimeoutMs
          ? (fate.acceptAfterMs ?? 20) + random.int(1, random.chance(0.05) ? 9_000 : 60)
          : callTimeoutMs;
      scheduler.at(sentAt + Math.min(answerMs, callTimeoutMs), actor, () => {
        for (const entry of entries) {
          if (fate.answer) entry.unansweredAt = new Date(scheduler.now);
          else entry.knownAt ??= new Date(scheduler.now);
        }
        resolve(fate.answer ?? results);
      });
    });
    if (simulation.strikes("hang", channel)) simulation.freeze(actor, random.int(120_000, 200_000));
    maybeInterrupt(simulation, 0.3);
    return answer;
  };

  /** When the provider says that it accepted a message. */
  const dateOf = ({ acceptedAt }: Kept) => new Date(acceptedAt.getTime() - world.providersBehindMs);

  /** Searches take time and can fail. */
  const search = async (channel: Channel, isMatch: (message: Kept) => boolean) => {
    maybeInterrupt(simulation, 0.3);
    await scheduler.pause(random.int(5, 200));
    if (simulation.strikes("search_down", channel)) throw new Error("the search doesn't respond");
    const missing = findMissing(channel);
    const isMissing = (acceptedAt: number) =>
      missing !== null && missing.from <= acceptedAt && acceptedAt < missing.until;
    const shown = kept
      .filter((each) => each.channel === channel && hiddenUntil(each) <= scheduler.now)
      .filter(({ acceptedAt }) => !isMissing(acceptedAt.getTime()));
    asked.push({ channel, at: new Date(scheduler.now), isMatch, shown });
    await scheduler.pause(random.int(5, 200));
    return shown.filter((each) => isMatch(each));
  };

  return {
    refused,
    forget(since) {
      for (const message of kept) {
        if (message.knownAt && message.knownAt.getTime() >= since) delete message.knownAt;
      }
    },
    journal: () => kept.filter((each) => each.isBriefing),
    searches: () =>
      asked.map(({ isMatch, ...answer }) => {
        const about = kept.filter((each) => each.channel === answer.channel && isMatch(each));
        return { ...answer, about: new Set(about.map(({ id }) => id)) };
      }),
    mail: {
      async sendBatch(messages, options) {
        const answer = await call({
          channel: "email",
          stream: options.stream,
          guard: options.guard,
          messages: messages.map(({ to, text, tag, metadata }) => ({
            to,
            text: typeof text === "string" ? text : text.parts.join(text.fill),
            tag: tag ?? options.tag,
            deliveryId: metadata?.["delivery"] ?? null,
          })),
        });
        return Array.isArray(answer) ? { state: "answered", results: answer } : answer;
      },
      async findByTag(tag) {
        const found = await search("email", (each) => each.tag === tag);
        return found.map(toFoundMail);
      },
      async listNewest() {
        const found = await search("email", (each) => each.isBriefing);
        return found.toReversed().slice(0, pageLength).map(toFoundMail);
      },
      listSuppressed: async () => [],
      allowAddress: async () => true,
      async sendProbe(tag, stream) {
        const messages = [{ to: "probe", text: "", tag, deliveryId: null }];
        return Array.isArray(await call({ channel: "email", stream, guard: undefined, messages }));
      },
    },
    sms: {
      async send({ to, body, deliveryId = null, validityS }, { guard } = {}) {
        const messages = [{ to, text: body, tag: "", deliveryId, validityS }];
        const answer = await call({ channel: "sms", stream: "sms", guard, messages });
        if (!Array.isArray(answer)) return answer;
        return answer[0] ?? { state: "unknown", detail: "no result" };
      },
      async findByRecipient(to, since) {
        const found = await search("sms", (each) => each.to === to && dateOf(each) >= since);
        const isRedacted = simulation.strikes("redact", "sms") !== undefined;
        return found
          .toReversed()
          .map(({ id, text }) => ({ providerMessageId: id, body: isRedacted ? "" : text }));
      },
      async *listSent(since) {
        const found = await search("sms", (each) => dateOf(each) >= since);
        for (const each of found.toReversed()) {
          const { id, to, text } = each;
          yield { providerMessageId: id, number: to, body: text, at: dateOf(each) };
        }
      },
      listReplies: async () => [],
      countSegments: () => world.segments,
      listUnicodeCharacters: () => [],
    },
  };
}

function toFoundMail({ id, deliveryId, to }: Kept): FoundMail {
  const metadata: Record<string, string> = deliveryId === null ? {} : { delivery: deliveryId };
  return { providerMessageId: id, metadata, recipients: [to] };
}
