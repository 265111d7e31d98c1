import { TrackError } from "@/components/feedback/track-error";
import { LinkResult, type LinkState } from "@/components/layout/link-result";
import { SupportHint } from "@/components/layout/support-link";
import { Button } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { changeEmailScreen as messages } from "@/lib/messages/account";

/** Props of `ChangeEmail`. */
export type ChangeEmailProps = {
  email: string;
  /** Where the form is posted. */
  action: string;
  /** The last try was refused. */
  isRefused: boolean;
};

/** Asks whether the address is the reader's. Says nothing about the account: they may be anyone. */
export function ChangeEmail({ email, action, isRefused }: ChangeEmailProps) {
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440] text-balance">{messages.title}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
        {`${messages.before} `}
        <span className="text-ink">
          <EmailAddress>{email}</EmailAddress>
        </span>
        {messages.after}
      </p>
      {isRefused && (
        <p role="alert" className="mt-8 max-w-[34em] border-l-[3px] border-alarm pl-4">
          {messages.refused}
          <TrackError kind="email_change_refused" />
        </p>
      )}
      <form method="post" action={action} className="mt-8">
        <Button type="submit" size="lg" className="min-w-44 max-sm:w-full">
          {messages.submit}
        </Button>
      </form>
      <p className="mt-8 text-ink-2">{messages.notYou}</p>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}

/** Says that the address was changed, or why the link doesn't work. */
export function ChangeEmailMessage({ state }: { state: LinkState }) {
  const { confirmed, expiredText, invalidText } = messages;
  return <LinkResult {...{ state, confirmed, expiredText, invalidText }} />;
}
