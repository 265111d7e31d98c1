import type { Metadata } from "next";
import { AccountFrame } from "@/components/account/account-frame";
import { VerifyScreen } from "@/components/account/verify-screen";

export const metadata: Metadata = { title: "Login" };

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** `/auth/verify`: the login link. Opening the page doesn't use up the link. */
export default async function VerifyPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { token } = await searchParams;
  return (
    <AccountFrame>
      <VerifyScreen token={(Array.isArray(token) ? token[0] : token) || null} />
    </AccountFrame>
  );
}
