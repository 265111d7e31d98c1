"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { notify } from "@/components/feedback/notify";
import { SiteLink } from "@/components/layout/site-link";
import { SupportHint } from "@/components/layout/support-link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmailAddress } from "@/components/ui/email-address";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { refreshUserData, requestLoginLink } from "@/lib/client/account";
import { trackEvent } from "@/lib/client/analytics";
import { FetchError } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { clearUserData, useUserData } from "@/lib/client/user-data";
import { loginLinkMinutes } from "@/lib/contracts/durations";
import { accountScreen, loginScreen } from "@/lib/messages/account";
import { readLoginFailure } from "./login-failure";

/** `/account`: requests a login link. */
export function LoginScreen() {
  useRedirectIfLoggedIn();
  const [email, setEmail] = useState("");
  const { send, sentTo, startOver, isRetry, isBusy, failure, clearFailure } = useLoginLink();
  if (sentTo !== null) return <LinkSent email={sentTo} onTryAnother={startOver} />;
  return (
    <LoginForm
      email={email}
      onEmailChange={(typed) => {
        setEmail(typed);
        clearFailure();
      }}
      failure={failure}
      onSubmit={() => send(email)}
      isBusy={isBusy}
      isRetry={isRetry}
    />
  );
}

/**
 * The link may have been opened in another tab, so this tab follows once `userData` appears. If
 * the session has ended, the stale `userData` is cleared.
 */
function useRedirectIfLoggedIn(): void {
  const router = useRouter();
  const hasUserData = Boolean(useUserData());
  useEffect(() => {
    if (!hasUserData) return;
    refreshUserData().then(
      () => router.replace("/account/details"),
      (error: unknown) => {
        if (error instanceof FetchError && error.status === 401) clearUserData();
      },
    );
  }, [hasUserData, router]);
}

function useLoginLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isRetry, setRetry] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: requestLoginLink,
    onMutate: () => setFailure(undefined),
    onSuccess: (_, email) => {
      setSentTo(email);
      notify({ title: loginScreen.sent });
      trackEvent("magic link requested");
    },
    onError: (error) => {
      const { title, description, advice } = readLoginFailure(error);
      setFailure(advice);
      notify({ title, description, variant: "destructive" });
    },
  });
  const send = (typed: string) => {
    const email = typed.trim();
    if (email === "") {
      setFailure(loginScreen.advice.emailRequired);
      notify({ title: loginScreen.emailRequired, variant: "destructive" });
    } else mutate(email);
  };
  const startOver = () => {
    setSentTo(null);
    setRetry(true);
  };
  const clearFailure = () => setFailure(undefined);
  return { send, sentTo, startOver, isRetry, isBusy, failure, clearFailure };
}

export type LoginFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  /** Also called when Enter is pressed in an empty field. */
  onSubmit: () => void;
  isBusy: boolean;
  /** The user came back from the confirmation to enter another address. */
  isRetry: boolean;
  /** What to do about a link that wasn't sent. */
  failure: string | undefined;
};

export function LoginForm({
  email,
  onEmailChange,
  onSubmit,
  isBusy,
  isRetry,
  failure,
}: LoginFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isRetry) return;
    field.current?.focus();
    field.current?.select();
  }, [isRetry]);
  const isEmpty = email.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  // Enter doesn't submit a form whose button is disabled.
  const submitEmpty = ({ key }: KeyboardEvent) => {
    if (key === "Enter" && isEmpty) onSubmit();
  };
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">{loginScreen.title}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">{loginScreen.intro}</p>
      <form
        noValidate
        onSubmit={submit}
        className="mt-10 grid max-w-[31rem] gap-6 border-t-[3px] border-ink pt-6"
      >
        <TextField
          id="email"
          label="Email"
          hint={loginScreen.emailHint}
          error={failure}
          ref={field}
          type="email"
          name="email"
          autoComplete="email"
          required
          value={email}
          onChange={onEmailChange}
          onKeyDown={submitEmpty}
        />
        <div className="button-row">
          <SubmitButton size="lg" isBusy={isBusy} disabled={isEmpty}>
            {loginScreen.submit}
          </SubmitButton>
          <SiteLink href="/" className={buttonClass({ variant: "line", size: "lg" })}>
            {accountScreen.backToHome}
          </SiteLink>
        </div>
        <div className="grid gap-1.5">
          <p className="text-small text-ink-3">
            {loginScreen.notSubscribed}{" "}
            <SiteLink href="/pricing" className="text-link">
              {loginScreen.seePlans}
            </SiteLink>
          </p>
          <SupportHint />
        </div>
      </form>
    </div>
  );
}

export type LinkSentProps = { email: string; onTryAnother: () => void };

export function LinkSent({ email, onTryAnother }: LinkSentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="max-w-measure">
      <h1 ref={heading} tabIndex={-1} className="text-h1 font-[440] outline-none">
        {loginScreen.checkInbox}
      </h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">{loginScreen.sentTo}</p>
      <p className="mt-6 border-t-[3px] border-ink pt-5 font-serif text-h3">
        <EmailAddress>{email}</EmailAddress>
      </p>
      <p className="mt-3 max-w-[34em] text-ink-2">{loginScreen.sentAdvice(loginLinkMinutes)}</p>
      <div className="mt-8 button-row">
        <Button variant="line" size="lg" onClick={onTryAnother}>
          {loginScreen.tryAnother}
        </Button>
        <SiteLink href="/" className={buttonClass({ variant: "line", size: "lg" })}>
          {accountScreen.backToHome}
        </SiteLink>
      </div>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}
