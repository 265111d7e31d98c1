import type { Metadata } from "next";
import { cookies } from "next/headers";
import { ScreenFrame } from "@/components/layout/screen-frame";
import {
  ConfirmAddress,
  ConfirmationMessage,
} from "@/components/onboarding/confirm-address-screen";
import { confirmationRefusalSchema } from "@/lib/contracts/onboarding";
import { confirmAddressScreen as messages } from "@/lib/messages/onboarding";
import { findConfirmation } from "@/lib/domain/onboarding/address-confirmation";
import { verifyConfirmationToken } from "@/lib/domain/outbox/confirmation-token";
import { readCheckoutUid } from "@/lib/http/auth/checkout-cookie";
import { getContext } from "@/lib/http/route/context";

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
 * `/confirm-email/{token}`: the link in the email to an address that a buyer entered and that
 * belongs to an existing subscriber. Opening it changes nothing, because mail scanners open every
 * link. In the browser that made the purchase, the page submits its form by itself.
 */
export default async function ConfirmEmailPage({ params, searchParams }: Props) {
  const { token } = await params;
  const ctx = await getContext();
  const jar = await cookies();
  const id = verifyConfirmationToken(decodeURIComponent(token), ctx.settings.acceptedSecrets);
  const uid = readCheckoutUid(ctx, { get: (name) => jar.get(name)?.value });
  const view = id === null ? null : await findConfirmation(ctx, id, uid);
  const refusal = confirmationRefusalSchema.safeParse((await searchParams)["refused"]);
  return (
    <ScreenFrame>
      {view?.state === "open" ? (
        <ConfirmAddress
          {...view}
          action={`/api/confirm-email/${token}`}
          refusal={refusal.data ?? null}
        />
      ) : (
        <ConfirmationMessage state={view?.state ?? "invalid"} />
      )}
    </ScreenFrame>
  );
}
