import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { AccountFrame } from "@/components/account/account-frame";
import { DetailsScreen } from "@/components/account/details-screen";
import { accountDetailsScreen } from "@/lib/messages/account";
import { getAccount } from "@/lib/domain/account/account-view";
import { findUnfinishedOnboarding } from "@/lib/domain/onboarding/unfinished-onboarding";
import { getContext } from "@/lib/http/route/context";
import { pageConfig } from "@/lib/http/pages/page-settings";
import { findSubscriberSession } from "@/lib/http/auth/page-session";

export const metadata: Metadata = { title: accountDetailsScreen.title };

/**
 * `/account/details`: one's own account. Without a session it leads to the login, and who has paid
 * and not onboarded yet is led to finish that.
 */
export default async function AccountDetailsPage() {
  // Asked for first: it tells a build, which has no services, that this page is made per request.
  const cookieStore = await cookies();
  const ctx = await getContext();
  const session = await findSubscriberSession(ctx, cookieStore);
  if (!session) redirect("/account");
  const uid = await findUnfinishedOnboarding(ctx, session.subscriberId);
  if (uid !== null) redirect(`/onboarding?uid=${encodeURIComponent(uid)}`);
  const signUpUrl = pageConfig().SIGN_UP_URL;
  return (
    <AccountFrame signUpUrl={signUpUrl} hasHomeLink>
      <DetailsScreen account={await getAccount(ctx, session.subscriberId)} signUpUrl={signUpUrl} />
    </AccountFrame>
  );
}
