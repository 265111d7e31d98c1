import type { Metadata } from "next";
import { Suspense } from "react";
import { DeliveriesScreen } from "@/components/admin/deliveries/deliveries-screen";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";

export const metadata: Metadata = { title: deliveriesMessages.title };

export default function DeliveriesPage() {
  return (
    <Suspense>
      <DeliveriesScreen />
    </Suspense>
  );
}
