"use client";

import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { SupportHint } from "@/components/layout/support-link";
import { SiteLink } from "@/components/layout/site-link";
import { Spinner } from "@/components/ui/spinner";
import { verifyScreen } from "@/lib/messages/account";
import { useVerification } from "./use-verification";
import { WelcomeBack } from "./welcome-back";

/** What `VerifyScreen` takes. */
export type VerifyScreenProps = {
  /** Of the address; null when there is none. */
  token: string | null;
};

/** Where a login link leads: checks it, and goes on to the account. */
export function VerifyScreen({ token }: VerifyScreenProps) {
  return (
    <div aria-live="polite" className="max-w-measure">
      {token ? <Verification token={token} /> : <Failed message={verifyScreen.missingToken} />}
    </div>
  );
}

function Verification({ token }: { token: string }) {
  const { verification, confirm } = useVerification(token);
  if (verification.state === "verifying") return <Verifying />;
  if (verification.state === "failed") return <Failed message={verification.message} />;
  if (verification.state === "verified") return <WelcomeBack {...verification.answer} />;
  return <ConfirmLogin onConfirm={confirm} isBusy={verification.isBusy} />;
}

function Verifying() {
  return (
    <>
      <h1 className="text-h1 font-[440]">{verifyScreen.verifying}</h1>
      <div className="mt-8 border-t-[3px] border-ink">
        <Spinner label="One moment" />
      </div>
    </>
  );
}

/** The link was asked for in another browser, or a mail scanner opened it. */
function ConfirmLogin({ onConfirm, isBusy }: { onConfirm: () => void; isBusy: boolean }) {
  return (
    <>
      <h1 className="text-h1 font-[440]">Almost there</h1>
      <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
        This link was asked for in another browser. If that was you, go on to your account here.
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
      <p className="mt-8">
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
