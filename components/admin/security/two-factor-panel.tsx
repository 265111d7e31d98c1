"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { AdminAccountView } from "@/lib/contracts/admin/security";
import { adminSecurityScreen as messages } from "@/lib/messages/admin-security";
import { NewCodesDialog, SetUpDialog, TurnOffDialog } from "./two-factor-dialogs";

type OpenDialog = "set-up" | "new-codes" | "turn-off";

/** Turns two-factor login on and off, and replaces the recovery codes. */
export function TwoFactorPanel({ account }: { account: AdminAccountView }) {
  const { username, hasTwoFactor, requiresTwoFactor, recoveryCodesLeft } = account;
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <p className="mt-3 text-ink-2">
        {hasTwoFactor ? messages.onHint(recoveryCodesLeft) : messages.offHint}
        {hasTwoFactor && requiresTwoFactor && ` ${messages.required}`}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {hasTwoFactor ? (
          <>
            <Button variant="line" onClick={() => setOpened("new-codes")}>
              {messages.newCodes}
            </Button>
            {!requiresTwoFactor && (
              <Button variant="line" onClick={() => setOpened("turn-off")}>
                {messages.turnOff}
              </Button>
            )}
          </>
        ) : (
          <Button onClick={() => setOpened("set-up")}>{messages.setUp}</Button>
        )}
      </div>
      {opened === "set-up" && <SetUpDialog username={username} onClose={close} />}
      {opened === "new-codes" && <NewCodesDialog username={username} onClose={close} />}
      {opened === "turn-off" && <TurnOffDialog username={username} onClose={close} />}
    </>
  );
}
