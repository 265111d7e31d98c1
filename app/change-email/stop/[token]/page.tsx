import type { Metadata } from "next";
import { StopEmailChange, StopEmailChangeResult } from "@/components/account/stop-email-change";
import { ScreenFrame } from "@/components/layout/screen-frame";
import { findStoppable } from "@/lib/domain/account/email-change/stop";
import { verifyStopEmailChangeToken } from "@/lib/domain/outbox/confirmation-token";
import { getContext } from "@/lib/http/route/context";
import { stopEmailChangeScreen as messages } from "@/lib/messages/event-emails";

export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: messages.pageTitle,
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

type Props = { params: Promise<{ token: string }> };

/**
 * `/change-email/stop/{token}`: the link in the email to the current address of a subscriber for whom the
 * team entered another. Opening it changes nothing, because mail scanners open every link.
 */
export default async function StopEmailChangePage({ params }: Props) {
  const { token } = await params;
  const ctx = await getContext();
  const id = verifyStopEmailChangeToken(decodeURIComponent(token), ctx.settings.acceptedSecrets);
  const view = id === null ? null : await findStoppable(ctx, id);
  return (
    <ScreenFrame>
      {view?.state === "open" ? (
        <StopEmailChange {...view} action={`/api/change-email/stop/${token}`} />
      ) : (
        <StopEmailChangeResult state={view?.state ?? "invalid"} />
      )}
    </ScreenFrame>
  );
}
