import { StopEmailChange, StopEmailChangeResult } from "@/components/account/stop-email-change";
import { ScreenFrame } from "@/components/layout/screen-frame";
import { findStoppable } from "@/lib/domain/account/email-change/stop";
import { linkPageMetadata, openConfirmation, type LinkPageProps } from "@/lib/http/pages/link-page";
import { stopEmailChangeScreen as messages } from "@/lib/messages/event-emails";

export const dynamic = "force-dynamic";

export const metadata = linkPageMetadata(messages.pageTitle);

/**
 * `/change-email/stop/{token}`: the link in the email to the current address of a subscriber for whom the
 * team entered a new one. Opening it changes nothing, because mail scanners open every link.
 */
export default async function StopEmailChangePage(props: LinkPageProps) {
  const { ctx, token, id } = await openConfirmation("email-change-stop", props);
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
