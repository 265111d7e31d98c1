import type { ReactNode, Ref } from "react";
import { TrackError } from "@/components/feedback/track-error";
import { Button } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { SupportHint } from "./support-link";

export type AddressQuestionProps = {
  texts: Readonly<Record<"title" | "before" | "after" | "submit" | "notYou", string>>;
  email: string;
  /** Why the last try was refused, and its analytics code; null if it wasn't. */
  refusal: { text: string; kind: string } | null;
  /** Where the form is posted. */
  action: string;
  formRef?: Ref<HTMLFormElement>;
  /** Below the question. */
  children?: ReactNode;
};

/** Asks whether an address is the reader's, with one button. */
export function AddressQuestion(props: AddressQuestionProps) {
  const { texts, email, refusal, action, formRef, children } = props;
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440] text-balance">{texts.title}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
        {`${texts.before} `}
        <span className="text-ink">
          <EmailAddress>{email}</EmailAddress>
        </span>
        {texts.after}
      </p>
      {children}
      {refusal && (
        <p role="alert" className="mt-8 max-w-[34em] border-l-[3px] border-alarm pl-4">
          {refusal.text}
          <TrackError kind={refusal.kind} />
        </p>
      )}
      <form ref={formRef} method="post" action={action} className="mt-8">
        <Button type="submit" size="lg" className="min-w-44 max-sm:w-full">
          {texts.submit}
        </Button>
      </form>
      <p className="mt-8 text-ink-2">{texts.notYou}</p>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}
