"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, type ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";
import { adminSession } from "@/lib/client/admin";
import { adminAddresses } from "@/lib/contracts/admin";

/**
 * Shows a screen to an editor and leads everybody else to the login, without a word. A check that
 * fails counts as not authenticated (spec, section 4).
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
      <Spinner label="Checking your session" />
    </main>
  );
}
