import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "@/lib/domain/context";
import type { CallFailure } from "@/lib/domain/ports/send-outcome";
import type { CallGuard } from "@/lib/platform/provider-call";
import type { Failpoint } from "./cells";
import type { Failpoints } from "./failpoints";

const responseLost: CallFailure = { state: "unknown", detail: "the response was lost" };

/** Puts failpoints around the calls to the providers that send and look up briefings. */
export function watchProviders({ mail, sms, ...ctx }: Context, failpoints: Failpoints): Context {
  /** Makes the fault of a call while its request is being sent. */
  const during = (failpoint: Failpoint | null, guard: CallGuard | undefined): CallGuard => {
    let isMade = failpoint?.by !== "process";
    return {
      check() {
        guard?.check();
        if (!isMade && failpoint) setImmediate(() => failpoints.makeFault(failpoint));
        isMade = true;
      },
      confirm: async () => guard?.confirm(),
    };
  };

  async function call<T extends { state: string }>(
    channel: Channel,
    guard: CallGuard | undefined,
    send: (guard: CallGuard) => Promise<T>,
  ): Promise<T | CallFailure> {
    await failpoints.reach("after the attempt row", channel);
    const failpoint = failpoints.take("during the call", channel);
    if (failpoint?.by === "provider") await failpoints.waitUntilDone(failpoint);
    const answer = await send(during(failpoint, guard));
    const isAccepted = answer.state === "answered" || answer.state === "accepted";
    if (isAccepted && (await failpoints.reach("accepted, response lost", channel))) {
      return responseLost;
    }
    await failpoints.reach("answered, not recorded", channel);
    return answer;
  }

  return {
    ...ctx,
    mail: {
      ...mail,
      sendBatch: (messages, options) =>
        options.stream === "broadcast"
          ? call("email", options.guard, (guard) => mail.sendBatch(messages, { ...options, guard }))
          : mail.sendBatch(messages, options),
      async findByTag(tag) {
        await failpoints.reach("asking the provider", "email");
        return mail.findByTag(tag);
      },
    },
    sms: {
      ...sms,
      send: (message, options) =>
        call("sms", options?.guard, (guard) => sms.send(message, { guard })),
      async findByRecipient(to, since) {
        await failpoints.reach("asking the provider", "sms");
        return sms.findByRecipient(to, since);
      },
    },
  };
}
