"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent } from "react";
import { SubmitButton } from "@/components/ui/submit-button";
import { serverMessage } from "@/lib/client/fetcher";
import { onboardingRecord, savePhoneNumber } from "@/lib/client/onboarding";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import { emailOnboardingScreen, successScreen } from "@/lib/messages/onboarding";
import { PhoneFields, usePhoneFields } from "@/components/phone/phone-fields";

/** Asks for a phone number; the consent screen comes next. */
export function TextOffer({
  record,
  texted,
}: {
  record: OnboardingView;
  texted: readonly string[];
}) {
  const { timezone, phoneNumber } = record;
  const phone = usePhoneFields({ texted, timezone, phoneNumber });
  const { save, isBusy } = useSavePhoneNumber(record.id, phone.setError);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const entered = phone.read();
    if (entered) save(entered);
  };

  return (
    <section aria-labelledby="by-text" className="border-t-[3px] border-ink pt-5 lg:row-span-2">
      <h2 id="by-text" className="text-h2">
        {successScreen.textOffer}
      </h2>
      <p className="mt-3 text-ink-2">{successScreen.textOfferDetails}</p>
      <form
        noValidate
        onSubmit={onSubmit}
        className="mt-6 grid items-start gap-x-5 gap-y-6 sm:max-lg:grid-cols-2"
      >
        <PhoneFields {...phone} hint={successScreen.consentHint} />
        <div className="button-row sm:max-lg:col-span-2">
          <SubmitButton size="lg" isBusy={isBusy} className="min-w-44">
            {successScreen.submit}
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}

function useSavePhoneNumber(id: number, onFailed: (message: string) => void) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { mutate: save, isBusy } = useSingleMutation({
    leavesScreen: true,
    mutationFn: (phoneNumber: string) => savePhoneNumber(id, phoneNumber),
    onSuccess: async () => {
      await queryClient.invalidateQueries({
        queryKey: onboardingRecord(`${id}`).queryKey,
        refetchType: "none",
      });
      router.push(`/onboarding-2/${id}`);
    },
    onError: (error) => onFailed(serverMessage(error) ?? emailOnboardingScreen.failed),
  });
  return { save, isBusy };
}
