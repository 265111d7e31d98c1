"use client";

import Link from "next/link";
import { buttonClass } from "@/components/ui/button-class";
import { useUserData } from "@/lib/client/user-data";
import { accountScreen } from "@/lib/contracts/account-screens";

/** Asks for a login link. */
export function LoginScreen() {
  const userData = useUserData();
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">{accountScreen.title}</h1>
      {userData && <p className="mt-4 font-serif text-deck text-ink-2">{userData.email}</p>}
      <p className="mt-8">
        <Link href="/" className={buttonClass({ variant: "line" })}>
          {accountScreen.backToHome}
        </Link>
      </p>
    </div>
  );
}
