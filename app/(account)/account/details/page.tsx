import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { AccountFrame } from "@/components/account/account-frame";
import { DetailsScreen } from "@/components/account/details-screen";
import { accountDetailsScreen } from "@/lib/messages/account";
import { getAccount } from "@/lib/domain/account/account-view";
import { findUnfinishedOnboarding } from "@/lib/domain/onboarding/unfinished-onboarding";
import { getContext } from "@/lib/http/route/context";
import { pageConfig } from "@/lib/http/pages/page-config";
import { findSubscriberSession } from "@/lib/http/auth/session";

export const metadata: Metadata = { title: accountDetailsScreen.title };

/**
 * `/account/details`: redirects to the login without a session, and to onboarding if the buyer
 * hasn't finished it.
 */
export default async function AccountDetailsPage() {
  // Read first: this tells the build, which has no database, to render the page per request.
  const jar = await cookies();
  const ctx = await getContext();
  const session = await findSubscriberSession(ctx, jar);
  if (!session) redirect("/account");
  const uid = await findUnfinishedOnboarding(ctx, session.subscriberId);
  if (uid !== null) redirect(`/onboarding?uid=${encodeURIComponent(uid)}`);
  const signUpUrl = pageConfig().SIGN_UP_URL;
  return (
    <AccountFrame hasHomeLink>
      <DetailsScreen account={await getAccount(ctx, session.subscriberId)} signUpUrl={signUpUrl} />
    </AccountFrame>
  );
}
