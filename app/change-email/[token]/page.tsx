import {
  ChangeEmail,
  ChangeEmailMessage,
  EmailChangeWaits,
} from "@/components/account/change-email-screen";
import { ScreenFrame } from "@/components/layout/screen-frame";
import { findEmailChange } from "@/lib/domain/account/email-change/confirm";
import { linkPageMetadata, openConfirmation, type LinkPageProps } from "@/lib/http/pages/link-page";
import { changeEmailScreen as messages } from "@/lib/messages/event-emails";

export const dynamic = "force-dynamic";

export const metadata = linkPageMetadata(messages.pageTitle);

type Props = LinkPageProps & {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

/**
 * `/change-email/{token}`: the link in the email to an address that the team entered for a
 * subscriber. Opening it changes nothing, because mail scanners open every link.
 */
export default async function ChangeEmailPage(props: Props) {
  const { ctx, token, id } = await openConfirmation("email-change", props);
  const view = id === null ? null : await findEmailChange(ctx, id);
  const isRefused = (await props.searchParams)["refused"] !== undefined;
  return (
    <ScreenFrame>
      {view?.state === "open" ? (
        <ChangeEmail {...view} action={`/api/change-email/${token}`} isRefused={isRefused} />
      ) : view?.state === "confirmed" ? (
        <EmailChangeWaits {...view} />
      ) : (
        <ChangeEmailMessage state={view?.state ?? "invalid"} />
      )}
    </ScreenFrame>
  );
}
