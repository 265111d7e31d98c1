"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { SupportHint } from "@/components/layout/support-link";
import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/client/account";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { signOutScreen } from "@/lib/messages/account";

/**
 * Signs out and goes to the login. `isUnfinished` when the server didn't end the session: the login would
 * lead back to the account, so the screen shows `SignOutUnfinished` instead.
 */
export function useSignOut() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isUnfinished, setUnfinished] = useState(false);
  const { mutate: leave, isBusy } = useSingleMutation({
    mutationFn: signOut,
    leavesScreen: true,
    onSuccess: () => router.replace("/account"),
    onError: () => {
      queryClient.clear();
      setUnfinished(true);
    },
  });
  return { leave: () => leave(), isBusy, isUnfinished };
}

export type SignOutUnfinishedProps = { onRetry: () => void; isBusy: boolean };

/** Replaces everything about the account after a sign-out that the server didn't confirm. */
export function SignOutUnfinished({ onRetry, isBusy }: SignOutUnfinishedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="max-w-measure border-t-[3px] border-alarm pt-6">
      <h1 ref={heading} tabIndex={-1} className="text-h1 font-[440] outline-none">
        {signOutScreen.title}
      </h1>
      <p className="mt-4 max-w-[34em] font-serif text-deck text-ink-2">{signOutScreen.text}</p>
      <div className="button-row mt-8">
        <Button size="lg" className="min-w-44" isBusy={isBusy} onClick={onRetry}>
          {signOutScreen.retry}
        </Button>
      </div>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}
