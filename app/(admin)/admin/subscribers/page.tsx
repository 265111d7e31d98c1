import type { Metadata } from "next";
import { Suspense } from "react";
import { SubscribersScreen } from "@/components/admin/subscribers/subscribers-screen";
import { subscribersScreen } from "@/lib/messages/admin/subscribers";

export const metadata: Metadata = { title: subscribersScreen.title };

/** `/admin/subscribers`: everyone who pays or has paid. */
export default function SubscribersPage() {
  return (
    <Suspense>
      <SubscribersScreen />
    </Suspense>
  );
}
