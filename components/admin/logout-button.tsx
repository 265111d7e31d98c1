"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { logOut } from "@/lib/client/admin";
import { adminNavigationLabels } from "@/lib/messages/admin";
import { clearAdminFlag } from "./admin-flag";
import { adminNavigationClass } from "./admin-header";

/**
 * Ends the session on the server, then goes to `to`. A failed logout is only logged
 * (docs/product-spec.md, section 8.1).
 */
export function LogoutButton({ to }: { to: "/" | "/read" }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const isLeaving = useRef(false);

  const leave = async () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    try {
      await logOut();
    } catch (error) {
      // oxlint-disable-next-line no-console -- the product spec asks for a log entry only
      console.error(error);
    }
    clearAdminFlag();
    queryClient.clear();
    router.push(to);
  };

  return (
    <button type="button" className={adminNavigationClass} onClick={() => void leave()}>
      {adminNavigationLabels.logout}
    </button>
  );
}
