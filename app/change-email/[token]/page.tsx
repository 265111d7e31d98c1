import type { Metadata } from "next";
import {
  ChangeEmail,
  ChangeEmailMessage,
  EmailChangeWaits,
} from "@/components/account/change-email-screen";
import { ScreenFrame } from "@/components/layout/screen-frame";
import { findEmailChange } from "@/lib/domain/account/email-change/confirm";
import { verifyEmailChangeToken } from "@/lib/domain/outbox/confirmation-token";
import { getContext } from "@/lib/http/route/context";
import { changeEmailScreen as messages } from "@/lib/messages/event-emails";

export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: messages.pageTitle,
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

/**
 * `/change-email/{token}`: the link in the email to an address that the team entered for a
 * subscriber. Opening it changes nothing, because mail scanners open every link.
 */
export default async function ChangeEmailPage({ params, searchParams }: Props) {
  const { token } = await params;
  const ctx = await getContext();
  const id = verifyEmailChangeToken(decodeURIComponent(token), ctx.settings.acceptedSecrets);
  const view = id === null ? null : await findEmailChange(ctx, id);
  const isRefused = (await searchParams)["refused"] !== undefined;
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
