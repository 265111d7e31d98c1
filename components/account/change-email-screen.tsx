import { AddressQuestion } from "@/components/layout/address-question";
import { LinkResult, type LinkState } from "@/components/layout/link-result";
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
  const refusal = isRefused ? { text: messages.refused, kind: "email_change_refused" } : null;
  return <AddressQuestion texts={messages} {...{ email, action, refusal }} />;
}

/** Says that the address was changed, or why the link doesn't work. */
export function ChangeEmailMessage({ state }: { state: LinkState }) {
  const { confirmed, expiredText, invalidText } = messages;
  return <LinkResult {...{ state, confirmed, expiredText, invalidText }} />;
}
