import type { Channel } from "@/lib/contracts/primitives";
import type { MailProvider } from "@/lib/domain/ports/mail";
import type { CallFailure } from "@/lib/domain/ports/send-outcome";
import type { SmsProvider } from "@/lib/domain/ports/sms";
import type { Accepted } from "../checker/history";

type Kept = Accepted & { providerMessageId: string; tag: string; isBriefing: boolean };
type Message = { to: string; text: string; tag: string; deliveryId: string | null };

/** Both providers, in memory. They accept everything, unless they are down. */
export type MonthProviders = {
  mail: MailProvider;
  sms: SmsProvider;
  journal(): Accepted[];
  /**
   * From now on, messages are accepted without a response. Returns a function that waits for so many
   * calls.
   */
  die(): (calls: number) => Promise<void>;
  recover(): void;
};

const unanswered: CallFailure = { state: "unknown", detail: "no answer" };

/** A call that never returns. */
function never(onCall: () => void): Promise<never> {
  onCall();
  return new Promise<never>(() => undefined);
}

/**
 * @param now milliseconds since 1970
 * @param isDown whether a channel's provider doesn't respond
 */
export function createProviders(
  now: () => number,
  isDown: (channel: Channel) => boolean,
): MonthProviders {
  const kept: Kept[] = [];
  const byTag = new Map<string, Kept[]>();
  const byNumber = new Map<string, Kept[]>();
  /** Called for each call that gets no response; null while all get one. */
  let onCall: (() => void) | null = null;

  function accept(channel: Channel, { to, text, tag, deliveryId }: Message): string {
    const at = new Date(now());
    const entry: Kept = {
      channel,
      to,
      text,
      tag,
      deliveryId,
      sentAt: at,
      acceptedAt: at,
      providerMessageId: `${channel}-${kept.length + 1}`,
      isBriefing: deliveryId !== null,
    };
    kept.push(entry);
    const [index, key] = channel === "email" ? [byTag, tag] : [byNumber, to];
    index.set(key, [...(index.get(key) ?? []), entry]);
    return entry.providerMessageId;
  }

  function accepted(channel: Channel, message: Message) {
    return { state: "accepted" as const, providerMessageId: accept(channel, message) };
  }

  function search(channel: Channel, entries: readonly Kept[] | undefined): readonly Kept[] {
    if (isDown(channel)) throw new Error("the provider doesn't respond");
    return entries ?? [];
  }

  return {
    die() {
      let calls = 0;
      let enough = Infinity;
      let resolve: () => void = () => undefined;
      onCall = () => {
        calls += 1;
        if (calls >= enough) resolve();
      };
      return (wanted) =>
        new Promise((resolveCalls) => {
          resolve = resolveCalls;
          enough = wanted;
          if (calls >= enough) resolve();
        });
    },
    recover() {
      onCall = null;
    },
    journal: () => kept.filter(({ isBriefing }) => isBriefing),
    mail: {
      async sendBatch(mails, { tag: callTag, guard }) {
        await guard?.confirm();
        guard?.check();
        if (isDown("email")) return unanswered;
        const messages = mails.map(({ to, text, tag, metadata }) => ({
          to,
          text: typeof text === "string" ? text : text.parts.join(text.fill),
          tag: tag ?? callTag,
          deliveryId: metadata?.["delivery"] ?? null,
        }));
        const results = messages.map((each) => accepted("email", each));
        return onCall ? never(onCall) : { state: "answered", results };
      },
      findByTag: async (tag) =>
        search("email", byTag.get(tag)).map(({ providerMessageId, deliveryId, to }) => ({
          providerMessageId,
          metadata: deliveryId === null ? {} : { delivery: deliveryId },
          recipients: [to],
        })),
      // Only a restore asks for these.
      listNewest: async () => [],
      listSuppressed: async () => [],
      allowAddress: async () => true,
      async sendProbe(tag) {
        if (isDown("email")) return false;
        accept("email", { to: "probe", text: "", tag, deliveryId: null });
        return true;
      },
    },
    sms: {
      async send({ to, body, deliveryId = null }, { guard } = {}) {
        await guard?.confirm();
        guard?.check();
        if (isDown("sms")) return unanswered;
        const answer = accepted("sms", { to, text: body, tag: "", deliveryId });
        return onCall ? never(onCall) : answer;
      },
      findByRecipient: async (to, since) =>
        search("sms", byNumber.get(to))
          .filter(({ acceptedAt }) => acceptedAt >= since)
          .map(({ providerMessageId, text }) => ({ providerMessageId, body: text })),
      listSent: () => {
        throw new Error("there is no restore");
      },
      listReplies: async () => [],
      countSegments: () => 1,
      listUnicodeCharacters: () => [],
    },
  };
}
