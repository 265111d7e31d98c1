"use client";

import { useState } from "react";
import { Button, StableLabel } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { apiScreen as texts } from "@/lib/messages/admin/api";

/** A token or secret that isn't shown again. */
export function ShownOnce(props: { label: string; value: string; onClose: () => void }) {
  const { label, value, onClose } = props;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // The browser doesn't allow it; people can still select the text.
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.secretTitle}
      description={texts.secretText}
      actions={
        <>
          <Button variant="line" onClick={() => void copy()}>
            <StableLabel
              text={isCopied ? texts.copied : texts.copy}
              other={isCopied ? texts.copy : texts.copied}
            />
          </Button>
          <Button onClick={onClose} data-autofocus>
            {texts.done}
          </Button>
        </>
      }
    >
      <TextField
        id="shown-once"
        label={label}
        readOnly
        value={value}
        className="font-mono text-small"
        onFocus={({ target }) => target.select()}
      />
    </Dialog>
  );
}
