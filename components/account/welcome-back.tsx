import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { SiteLink } from "@/components/layout/site-link";
import { FactList } from "@/components/ui/fact-list";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { signOut } from "@/lib/client/account";
import { serverMessage } from "@/lib/client/fetcher";
import type { UserData, VerifyAnswer } from "@/lib/contracts/account";
import { welcomeMs } from "@/lib/contracts/limits";
import { timezones } from "@/lib/contracts/timezones";
import { accountScreen, verifyScreen } from "@/lib/messages/account";

/** Greets a person who is logged in now, and leads on by itself. */
export function WelcomeBack({ user, onboardingUid }: Pick<VerifyAnswer, "user" | "onboardingUid">) {
  const next = onboardingUid
    ? { href: `/onboarding?uid=${encodeURIComponent(onboardingUid)}`, label: "finish your sign-up" }
    : { href: "/account/details", label: "go to your account" };
  const { stay, leave, isBusy } = useSignOut();
  useLeadOn(next.href, stay);
  return (
    <>
      <h1 className="text-h1 font-[440]">{verifyScreen.welcome}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">
        One moment, or{" "}
        <SiteLink href={next.href} className="text-link">
          {next.label}
        </SiteLink>{" "}
        now.
      </p>
      <div className="mt-8 max-w-[31rem] border-b border-rule">
        <FactList facts={factsOf(user)} />
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
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
    ["Phone", phone],
    ["Timezone", zone],
    ["Status", status],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** Goes on after a moment, unless the person has decided otherwise. */
function useLeadOn(href: string, isStaying: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isStaying) return undefined;
    const timer = setTimeout(() => router.replace(href), welcomeMs);
    return () => clearTimeout(timer);
  }, [href, isStaying, router]);
}

function useSignOut() {
  const router = useRouter();
  const [stay, setStay] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isLeaving = useRef(false);
  const leave = async () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    setStay(true);
    setBusy(true);
    try {
      await signOut();
      router.replace("/account");
    } catch (error) {
      isLeaving.current = false;
      setBusy(false);
      const description = serverMessage(error) ?? "Please try again.";
      notify({ title: "We could not sign you out", description, variant: "destructive" });
    }
  };
  return { stay, leave: () => void leave(), isBusy };
}
