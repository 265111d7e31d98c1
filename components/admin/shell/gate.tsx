"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { createContext, use, useEffect, type ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";
import { adminSession } from "@/lib/client/admin";
import { adminAddresses, type AdminIdentity } from "@/lib/contracts/admin";
import { mayDo, type Permission } from "@/lib/contracts/roles";
import { editorMessages } from "@/lib/messages/admin";

const AdminContext = createContext<AdminIdentity | null>(null);

/** Who is logged in. Only below `AdminGate`. */
export function useAdmin(): AdminIdentity {
  const admin = use(AdminContext);
  if (!admin) throw new Error("useAdmin needs an AdminGate.");
  return admin;
}

/** Whether the role of who is logged in includes a permission. The server checks it again. */
export function useMayDo(permission: Permission): boolean {
  return mayDo(useAdmin().role, permission);
}

/**
 * Shows its children to administrators and redirects everyone else to the login. A failed check
 * counts as not authenticated (docs/product-spec.md, section 8.1).
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const router = useRouter();
  const { data, isFetching } = useQuery(adminSession());
  const admin = data?.admin;
  const isRefused = !admin && !isFetching;

  useEffect(() => {
    if (isRefused) router.replace(adminAddresses.login);
  }, [isRefused, router]);

  if (admin) return <AdminContext value={admin}>{children}</AdminContext>;
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <Spinner label={editorMessages.checkingSession} />
    </main>
  );
}
