import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { AccountFrame } from "@/components/account/account-frame";
import { LoginScreen } from "@/components/account/login-screen";
import { getContext } from "@/lib/http/route/context";
import { findSubscriberSession } from "@/lib/http/auth/session";

export const metadata: Metadata = { title: "Account" };

/** `/account`: requests a login link, or redirects to the account if already logged in. */
export default async function AccountPage() {
  // Read first: this tells the build, which has no database, to render the page per request.
  const jar = await cookies();
  if (await findSubscriberSession(await getContext(), jar)) redirect("/account/details");
  return (
    <AccountFrame>
      <LoginScreen />
    </AccountFrame>
  );
}
