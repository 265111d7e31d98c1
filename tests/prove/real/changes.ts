import { setTimeout as delay } from "node:timers/promises";
import type { Input } from "../checker/history";
import type { Lane } from "./lane";
import type { Reader } from "./people";
import type { Plan } from "./plan";

/**
 * By how much a change may be late for a message that is accepted after it: a call starts up to 15 s
 * after its claim, and may take 10 s until the provider accepts it (real time).
 */
const claimToAcceptedMs = 25_000;

/** Ways in which people stop, as a statement about one of them and what it means. */
const changes: readonly ((reader: Reader) => {
  statement: string;
  value: string;
  toInput: (at: Date) => Input;
})[] = [
  ({ email }) => ({
    statement:
      "INSERT INTO suppressions (channel, address, reason, source) VALUES ('email', $1, 'hard_bounce', 'postmark') ON CONFLICT DO NOTHING",
    value: email,
    toInput: (at) => ({
      at,
      kind: "suppressed",
      channel: "email",
      address: email,
      isSuppressed: true,
    }),
  }),
  ({ person }) => ({
    statement: "UPDATE subscribers SET email_enabled = false WHERE id = $1",
    value: person,
    toInput: (at) => ({ at, kind: "switched", person, channel: "email", isOn: false }),
  }),
  ({ person }) => ({
    statement: "UPDATE subscriptions SET stopped_at = now() WHERE subscriber_id = $1",
    value: person,
    toInput: (at) => ({ at, kind: "entitled", person, isEntitled: false }),
  }),
];

/** Replies STOP, and again until that has been taken, as Twilio's fallback does. */
async function replyStop(lane: Lane, phone: string): Promise<void> {
  for (;;) {
    const reply = { from: phone, body: "STOP" };
    const taken = await lane
      .control("POST", "/sandbox/twilio/inbound", reply)
      .catch(() => ({ status: 502 }));
    if (typeof taken === "object" && taken && Reflect.get(taken, "status") === 200) return;
    await delay(200);
  }
}

/**
 * Lets some people stop while their briefing is being sent.
 *
 * @param now the service's clock
 * @param rate service seconds per real second
 */
export async function changeMinds(
  lane: Lane,
  readers: readonly Reader[],
  random: () => number,
  clock: { now: () => Date; rate: number } & Pick<Plan, "hasWebhooks" | "isRestored">,
): Promise<Input[]> {
  const inputs: Input[] = [];
  const settledAt = () => new Date(clock.now().getTime() + claimToAcceptedMs * clock.rate);
  for (let moment = 0; moment < 8; moment += 1) {
    await delay(random() * 1_000);
    const address = readers[Math.floor(random() * readers.length)]?.phone;
    if (clock.hasWebhooks && address) {
      await replyStop(lane, address);
      inputs.push({
        at: settledAt(),
        kind: "suppressed",
        channel: "sms",
        address,
        isSuppressed: true,
      });
    }
    if (clock.isRestored) continue;
    for (const change of changes) {
      const reader = readers[Math.floor(random() * readers.length)];
      if (!reader || inputs.some((input) => "person" in input && input.person === reader.person))
        continue;
      const { statement, value, toInput } = change(reader);
      await lane.database.query(statement, [value]);
      inputs.push(toInput(settledAt()));
    }
  }
  return inputs;
}
