"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { TrackError } from "@/components/feedback/track-error";
import { SiteLink } from "@/components/layout/site-link";
import { SupportHint } from "@/components/layout/support-link";
import { formatPhoneNumber } from "@/lib/contracts/phone-format";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { FactList } from "@/components/ui/fact-list";
import { Spinner } from "@/components/ui/spinner";
import { verifyLogin } from "@/lib/client/account";
import { trackError, trackEvent } from "@/lib/client/analytics";
import { failureKind, FetchError, isUnanswered, serverMessage } from "@/lib/client/fetcher";
import {
  type UserData,
  type VerifyAnswer,
  confirmationRequiredCode,
} from "@/lib/contracts/account";
import { welcomeMs } from "@/lib/contracts/durations";
import { timezones } from "@/lib/contracts/timezones";
import { accountDetailsScreen, accountScreen, verifyScreen } from "@/lib/messages/account";
import { SignOutUnfinished, useSignOut } from "./sign-out";

/** `/auth/verify`: checks a login link and continues to the account. */
export function VerifyScreen({ token }: { token: string | null }) {
  return (
    <div aria-live="polite" className="max-w-measure">
      {token ? (
        <Verification token={token} />
      ) : (
        <>
          <Failed message={verifyScreen.missingToken} />
          <TrackError kind="token_missing" />
        </>
      )}
    </div>
  );
}

function Verification({ token }: { token: string }) {
  const { state, confirm } = useVerification(token);
  if (state.name === "verifying") return <Verifying />;
  if (state.name === "failed") return <Failed message={state.message} />;
  if (state.name === "verified") return <WelcomeBack {...state.answer} />;
  return <ConfirmLogin onConfirm={confirm} isBusy={state.isBusy} />;
}

/** `unconfirmed`: the link was requested in another browser and waits for Continue. */
type VerificationState =
  | { name: "verifying" }
  | { name: "unconfirmed"; isBusy: boolean }
  | { name: "verified"; answer: VerifyAnswer }
  | { name: "failed"; message: string; kind: string; canReload: boolean };

/** Checks a login link once on load, and again when Continue is pressed. */
function useVerification(token: string) {
  const [state, setState] = useState<VerificationState>({ name: "verifying" });
  const isStarted = useRef(false);

  const verify = useCallback(
    async (isConfirmed: boolean) => {
      const next = await tryLogin(token, isConfirmed);
      setState(next);
      if (next.name === "unconfirmed") return;
      if (next.name === "failed" && next.canReload) return report(next);
      // The token is used up, so it shouldn't stay in the address bar and the history.
      history.replaceState(null, "", location.pathname);
      report(next);
    },
    [token],
  );
  const confirm = () => {
    setState({ name: "unconfirmed", isBusy: true });
    void verify(true);
  };

  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void verify(false);
  }, [verify]);
  return { state, confirm };
}

async function tryLogin(token: string, isConfirmed: boolean): Promise<VerificationState> {
  try {
    return { name: "verified", answer: await verifyLogin(token, isConfirmed) };
  } catch (error) {
    if (error instanceof FetchError && error.code === confirmationRequiredCode) {
      return { name: "unconfirmed", isBusy: false };
    }
    const message = serverMessage(error) ?? verifyScreen.invalidToken;
    return {
      name: "failed",
      message,
      kind: failureKind(error),
      canReload: isUnanswered(error),
    };
  }
}

function report(state: VerificationState): void {
  if (state.name === "verified") trackEvent("magic link verified");
  if (state.name !== "failed") return;
  notify({ title: verifyScreen.failedToast, variant: "destructive" });
  trackError(state.kind);
}

function Verifying() {
  return (
    <>
      <h1 className="text-h1 font-[440]">{verifyScreen.verifying}</h1>
      <div className="mt-8 border-t-[3px] border-ink">
        <Spinner label={verifyScreen.wait} />
      </div>
    </>
  );
}

export type ConfirmLoginProps = { onConfirm: () => void; isBusy: boolean };

export function ConfirmLogin({ onConfirm, isBusy }: ConfirmLoginProps) {
  return (
    <>
      <h1 className="text-h1 font-[440]">{verifyScreen.confirmTitle}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
        {verifyScreen.confirmText}
      </p>
      <div className="mt-8 border-t-[3px] border-ink pt-6">
        <Button size="lg" className="min-w-44" isBusy={isBusy} onClick={onConfirm}>
          {verifyScreen.submit}
        </Button>
      </div>
    </>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <div className="border-t-[3px] border-alarm pt-6">
      <h1 className="text-h1 font-[440]">{verifyScreen.failedTitle}</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">{message}</p>
      <p className="button-row mt-8">
        <SiteLink href="/account" className={buttonClass({ size: "lg" })}>
          {verifyScreen.tryAgain}
        </SiteLink>
      </p>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}

export type WelcomeBackProps = Pick<VerifyAnswer, "user" | "onboardingUid">;

/** Greets the subscriber, then continues to the account, or to an unfinished onboarding. */
export function WelcomeBack({ user, onboardingUid }: WelcomeBackProps) {
  const next = onboardingUid
    ? {
        href: `/onboarding?uid=${encodeURIComponent(onboardingUid)}`,
        text: verifyScreen.toOnboarding,
      }
    : { href: "/account/details", text: verifyScreen.toAccount };
  const { leave, isBusy, isUnfinished } = useSignOut();
  // Pressing Sign Out also stops the redirect, even if signing out then fails.
  useRedirectAfterWelcome(next.href, isBusy || isUnfinished);
  if (isUnfinished) return <SignOutUnfinished onRetry={leave} isBusy={isBusy} />;
  return (
    <>
      <h1 className="text-h1 font-[440]">{verifyScreen.welcome}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">
        {next.text}{" "}
        <SiteLink href={next.href} className="text-link">
          {verifyScreen.goNow}
        </SiteLink>
      </p>
      <div className="mt-8 max-w-[31rem] border-b border-rule">
        <FactList facts={factsOf(user)} />
      </div>
      <div className="mt-8 button-row">
        <SiteLink href="/" className={buttonClass({ variant: "line", size: "lg" })}>
          {accountScreen.backToHome}
        </SiteLink>
        <Button variant="line" size="lg" isBusy={isBusy} onClick={leave}>
          {verifyScreen.signOut}
        </Button>
      </div>
    </>
  );
}

function factsOf({ name, email, phone, timezone, status }: UserData): [string, string][] {
  const zone = timezones.find(({ value }) => value === timezone)?.label ?? timezone;
  const facts: [string, string | null][] = [
    ["Name", name],
    ["Email", email],
    ["Phone", phone && formatPhoneNumber(phone)],
    [accountDetailsScreen.timezone, zone],
    ["Status", status],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function useRedirectAfterWelcome(href: string, isStaying: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isStaying) return undefined;
    const timer = setTimeout(() => router.replace(href), welcomeMs);
    return () => clearTimeout(timer);
  }, [href, isStaying, router]);
}
