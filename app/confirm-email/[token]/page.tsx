import { cookies } from "next/headers";
import { ScreenFrame } from "@/components/layout/screen-frame";
import {
  ConfirmAddress,
  ConfirmationMessage,
} from "@/components/onboarding/confirm-address-screen";
import { confirmationRefusalSchema } from "@/lib/contracts/onboarding";
import { confirmAddressScreen as messages } from "@/lib/messages/onboarding";
import { findConfirmation } from "@/lib/domain/onboarding/address-confirmation";
import { readCheckoutUid } from "@/lib/http/auth/checkout-cookie";
import { pageCookies } from "@/lib/http/auth/session";
import { linkPageMetadata, openConfirmation, type LinkPageProps } from "@/lib/http/pages/link-page";

export const dynamic = "force-dynamic";

export const metadata = linkPageMetadata(messages.pageTitle);

type Props = LinkPageProps & {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

/**
 * `/confirm-email/{token}`: the link in the email to an address that a buyer entered and that belongs to an
 * existing subscriber. Opening it changes nothing, because mail scanners open every link. In the browser that
 * made the purchase, the page submits its form automatically.
 */
export default async function ConfirmEmailPage(props: Props) {
  const { ctx, token, id } = await openConfirmation("address-confirmation", props);
  const jar = await cookies();
  const uid = readCheckoutUid(ctx, pageCookies(ctx, jar));
  const view = id === null ? null : await findConfirmation(ctx, id, uid);
  const refusal = confirmationRefusalSchema.safeParse((await props.searchParams)["refused"]);
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
