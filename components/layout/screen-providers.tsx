"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Toaster } from "@/components/feedback/toaster";
import { createQueryClient } from "@/lib/client/query-client";

/** What the screens of an area share: what they fetched, and the place where toasts appear. */
export function ScreenProviders({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}
