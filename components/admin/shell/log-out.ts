"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useRef } from "react";
import { logOut } from "@/lib/client/admin";
import { removeItem } from "@/lib/client/browser-storage";
import { adminAddresses } from "@/lib/contracts/admin";

/**
 * Ends the session on the server, then leaves: from the posts for what readers see, from everywhere
 * else for the home page. A failed logout is only logged (docs/product-spec.md, section 8.1).
 */
export function useLogOut(): () => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  const to = usePathname() === adminAddresses.content ? "/read" : "/";
  const isLeaving = useRef(false);

  return async () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    try {
      await logOut();
    } catch (error) {
      // oxlint-disable-next-line no-console -- the product spec asks for a log entry only
      console.error(error);
    }
    removeItem("adminFlag");
    queryClient.clear();
    router.push(to);
  };
}
