import { useEffect, useRef, type FormEvent, type KeyboardEvent } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { SupportHint } from "@/components/layout/support-link";
import { buttonClass } from "@/components/ui/button-class";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { accountScreen, loginScreen } from "@/lib/messages/account";

/** What `LoginForm` takes. */
export type LoginFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  /** Also called with an empty field, by the keyboard. */
  onSubmit: () => void;
  isBusy: boolean;
  /** The person came back from where the link was said to be sent, to write another address. */
  isAgain: boolean;
};

/** One field and one button: no password. */
export function LoginForm({ email, onEmailChange, onSubmit, isBusy, isAgain }: LoginFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isAgain) return;
    field.current?.focus();
    field.current?.select();
  }, [isAgain]);
  const isEmpty = email.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  // A form whose button is disabled is not submitted by Enter.
  const submitEmpty = ({ key }: KeyboardEvent) => {
    if (key === "Enter" && isEmpty) onSubmit();
  };
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">{loginScreen.title}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
        We email you a link that opens your account. There is no password.
      </p>
      <form
        noValidate
        onSubmit={submit}
        className="mt-10 grid max-w-[31rem] gap-6 border-t-[3px] border-ink pt-6"
      >
        <Field id="email" label="Email" hint="The one your briefing comes to.">
          {(control) => (
            <Input
              {...control}
              ref={field}
              type="email"
              name="email"
              autoComplete="email"
              required
              value={email}
              onChange={({ target }) => onEmailChange(target.value)}
              onKeyDown={submitEmpty}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <SubmitButton size="lg" isBusy={isBusy} disabled={isEmpty}>
            {loginScreen.submit}
          </SubmitButton>
          <SiteLink href="/" className={buttonClass({ variant: "line", size: "lg" })}>
            {accountScreen.backToHome}
          </SiteLink>
        </div>
        <div className="grid gap-1.5">
          <p className="text-small text-ink-3">
            Not a subscriber yet?{" "}
            <SiteLink href="/pricing" className="text-link">
              See the plans
            </SiteLink>
          </p>
          <SupportHint />
        </div>
      </form>
    </div>
  );
}
