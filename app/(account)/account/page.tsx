import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { AccountFrame } from "@/components/account/account-frame";
import { LoginScreen } from "@/components/account/login-screen";
import { getContext } from "@/lib/http/route/context";
import { pageConfig } from "@/lib/http/pages/page-settings";
import { findSubscriberSession } from "@/lib/http/auth/page-session";

export const metadata: Metadata = { title: "Account" };

/** `/account`: asks for a login link. Leads a person on who is signed in already. */
export default async function AccountPage() {
  // Asked for first: it tells a build, which has no services, that this page is made per request.
  const cookieStore = await cookies();
  if (await findSubscriberSession(await getContext(), cookieStore)) redirect("/account/details");
  return (
    <AccountFrame signUpUrl={pageConfig().SIGN_UP_URL}>
      <LoginScreen />
    </AccountFrame>
  );
}
