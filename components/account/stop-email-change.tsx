import { InvalidLink, LinkResult } from "@/components/layout/link-result";
import { SupportHint } from "@/components/layout/support-link";
import { Button } from "@/components/ui/button";
import { stopEmailChangeScreen as messages } from "@/lib/messages/event-emails";
import { describeWait, type EmailChangeWait } from "./change-email-screen";

export type StopEmailChangeProps = {
  wait: EmailChangeWait;
  /** The subscriber's. */
  timezone: string;
  /** Where the form is posted. */
  action: string;
};

/** Asks the reader of the current address whether they wanted the change. Doesn't name the new address. */
export function StopEmailChange({ wait, timezone, action }: StopEmailChangeProps) {
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440] text-balance">{messages.title}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
        {messages.text} {describeWait(messages.wait, wait, timezone)}
      </p>
      <form method="post" action={action} className="mt-8">
        <Button type="submit" size="lg" className="min-w-44 max-sm:w-full">
          {messages.submit}
        </Button>
      </form>
      <p className="mt-8 text-ink-2">{messages.wasYou}</p>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}

/** Says that the change was stopped, or why it can't be. */
export function StopEmailChangeResult({
  state,
}: {
  state: "stopped" | "applied" | "over" | "invalid";
}) {
  if (state === "invalid") return <InvalidLink text={messages.invalidText} />;
  return <LinkResult {...messages[state]} />;
}
