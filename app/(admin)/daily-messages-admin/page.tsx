import type { Metadata } from "next";
import { adminNavigationLabels } from "@/lib/messages/admin";
import { Suspense } from "react";
import { DailyMessagesScreen } from "@/components/admin/daily-messages/daily-messages-screen";
import { AdminShell } from "@/components/admin/shell/admin-shell";

export const metadata: Metadata = { title: adminNavigationLabels.dailyMessages };

/** `/daily-messages-admin`. */
export default function DailyMessagesPage() {
  return (
    <AdminShell>
      <Suspense>
        <DailyMessagesScreen />
      </Suspense>
    </AdminShell>
  );
}
