"use client";

import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { resendTodays } from "@/lib/client/account";
import type { Channel } from "@/lib/contracts/primitives";
import { resendScreen } from "@/lib/messages/account";
import { failWith, useAccountAction } from "./use-account-action";

/** Has today's briefing sent once more on one channel; the server says when that is too often. */
export function ResendButton({ channel }: { channel: Channel }) {
  const { act, isBusy } = useAccountAction({
    run: resendTodays,
    onDone: (description) => notify({ title: resendScreen.sent, description }),
    onFailed: failWith(resendScreen.failed),
  });
  return (
    <Button
      variant="line"
      size="sm"
      isBusy={isBusy}
      busyLabel="Sending"
      onClick={() => act(channel)}
    >
      {resendScreen.buttons[channel]}
    </Button>
  );
}
