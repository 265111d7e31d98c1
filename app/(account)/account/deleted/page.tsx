import type { Metadata } from "next";
import { AccountFrame } from "@/components/account/account-frame";
import { DeletedScreen } from "@/components/account/deleted-screen";
import { accountDataScreen } from "@/lib/messages/account";
import { pageConfig } from "@/lib/http/pages/page-config";

export const metadata: Metadata = { title: accountDataScreen.goodbye };

/** `/account/deleted`: the confirmation after an account was deleted. */
export default function AccountDeletedPage() {
  const signUpUrl = pageConfig().SIGN_UP_URL;
  return (
    <AccountFrame>
      <DeletedScreen signUpUrl={signUpUrl} />
    </AccountFrame>
  );
}
