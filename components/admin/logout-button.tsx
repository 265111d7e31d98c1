"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { logOut } from "@/lib/client/admin";
import { adminNavigationLabels } from "@/lib/messages/admin";
import { clearAdminFlag } from "./admin-flag";
import { adminNavigationClass } from "./admin-header";

/**
 * Ends the session on the server, then leads away. A logout that fails is only logged (spec,
 * section 8).
 *
 * @param to where one arrives
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
      // oxlint-disable-next-line no-console -- the specification asks for the log alone
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
