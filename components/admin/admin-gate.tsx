"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, type ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";
import { adminSession } from "@/lib/client/admin";
import { adminAddresses } from "@/lib/contracts/admin";
import { editorMessages } from "@/lib/messages/admin";

/**
 * Shows its children to editors and redirects everyone else to the login. A failed check counts as
 * not authenticated (docs/product-spec.md, section 8.1).
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const router = useRouter();
  const { data, isPending } = useQuery(adminSession());
  const isAuthenticated = data?.authenticated === true;

  useEffect(() => {
    if (!isPending && !isAuthenticated) router.replace(adminAddresses.login);
  }, [isPending, isAuthenticated, router]);

  if (isAuthenticated) return children;
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <Spinner label={editorMessages.checkingSession} />
    </main>
  );
}
