import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { EmailForm } from "@/components/onboarding/email-form";
import { OnboardingFrame } from "@/components/onboarding/onboarding-frame";
import { uidQueryNames } from "@/lib/contracts/onboarding";
import { emailOnboardingScreen } from "@/lib/messages/onboarding";
import { listDaysOff } from "@/lib/domain/daily-messages/days-off";
import { findBuyer } from "@/lib/domain/onboarding/find-buyer";
import { getContext } from "@/lib/http/route/context";

export const metadata: Metadata = { title: emailOnboardingScreen.progress };

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** `/onboarding`: the page after checkout. Redirects to the pricing page if the URL has no uid. */
export default async function OnboardingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const uid = findUid(await searchParams);
  if (!uid) redirect("/pricing");
  const ctx = await getContext();
  const buyer = await findBuyer(ctx, uid);
  return (
    <OnboardingFrame
      progress={{
        label: emailOnboardingScreen.progress,
        step: 1,
        note: emailOnboardingScreen.optionalSteps,
      }}
    >
      <EmailForm
        uid={uid}
        now={ctx.clock.now().toISOString()}
        daysOff={await listDaysOff(ctx)}
        buyer={buyer}
      />
    </OnboardingFrame>
  );
}

function findUid(query: Query): string | undefined {
  return uidQueryNames.flatMap((name) => query[name] ?? []).find((uid) => uid !== "");
}
