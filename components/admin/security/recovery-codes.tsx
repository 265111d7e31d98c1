"use client";

import { useState } from "react";
import { Button, StableLabel } from "@/components/ui/button";
import { adminLoginStepsScreen as messages } from "@/lib/messages/admin-security";

export type RecoveryCodesProps = { codes: readonly string[]; onSaved: () => void };

/** New recovery codes, which the server can't show again. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      setCopied(true);
    } catch {
      // The browser doesn't allow it; the codes can be selected.
    }
  };

  return (
    <div className="grid gap-6">
      <ol className="grid gap-x-8 gap-y-1 border-y border-rule py-4 text-ui leading-7 tabular-nums select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="button-row">
        <Button size="lg" onClick={onSaved}>
          {messages.saved}
        </Button>
        <Button size="lg" variant="line" onClick={() => void copy()}>
          <StableLabel
            text={isCopied ? messages.copied : messages.copy}
            other={isCopied ? messages.copy : messages.copied}
          />
        </Button>
      </div>
    </div>
  );
}
