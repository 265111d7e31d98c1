import { AddressQuestion } from "@/components/layout/address-question";
import { ExpiredLink, InvalidLink, LinkResult } from "@/components/layout/link-result";
import { formatDateTimeIn } from "@/lib/calendar/format";
import { changeEmailScreen as messages } from "@/lib/messages/event-emails";

/** What a change of address waits for besides its confirmation. */
export type EmailChangeWait =
  | { state: "due" | "not_told" | "needs_owner" }
  | { state: "waiting"; until: Date };

/** Says when a change takes effect. */
export function describeWait(
  texts: Record<"due" | "not_told" | "needs_owner", string> & { waiting: (time: string) => string },
  wait: EmailChangeWait,
  timezone: string,
): string {
  return wait.state === "waiting"
    ? texts.waiting(formatDateTimeIn(wait.until, timezone))
    : texts[wait.state];
}

export type ChangeEmailProps = {
  email: string;
  wait: EmailChangeWait;
  /** The subscriber's. */
  timezone: string;
  /** Where the form is posted. */
  action: string;
  /** The last try was refused. */
  isRefused: boolean;
};

/**
 * Asks whether the address is the reader's. Says nothing about the account, because the reader may be anyone.
 */
export function ChangeEmail({ email, wait, timezone, action, isRefused }: ChangeEmailProps) {
  const refusal = isRefused ? { text: messages.refused, kind: "email_change_refused" } : null;
  return (
    <AddressQuestion texts={messages} {...{ email, action, refusal }}>
      {wait.state !== "due" && (
        <p className="mt-6 max-w-[34em] text-ink-2">
          {describeWait(messages.wait, wait, timezone)}
        </p>
      )}
    </AddressQuestion>
  );
}

/** Says that the address is confirmed, and when it takes effect. */
export function EmailChangeWaits({ wait, timezone }: Pick<ChangeEmailProps, "wait" | "timezone">) {
  const when = describeWait(messages.wait, wait, timezone);
  return <LinkResult title={messages.confirmed} text={`${when} ${messages.until}`} />;
}

/** Says that the address was changed, or why it can't be. */
export function ChangeEmailMessage({
  state,
}: {
  state: "applied" | "stopped" | "expired" | "invalid";
}) {
  if (state === "expired") return <ExpiredLink text={messages.expiredText} />;
  if (state === "invalid") return <InvalidLink text={messages.invalidText} />;
  return <LinkResult {...messages[state]} />;
}
