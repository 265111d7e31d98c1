import type { Metadata } from "next";
import { AdminGate } from "@/components/admin/admin-gate";
import { AdminHeader, AdminLabel, AdminLink } from "@/components/admin/admin-header";
import { DailyMessagesScreen } from "@/components/admin/daily-messages/daily-messages-screen";
import { LogoutButton } from "@/components/admin/logout-button";
import { adminAddresses } from "@/lib/contracts/admin";
import { adminNavigationLabels } from "@/lib/messages/admin";

export const metadata: Metadata = { title: "Daily messages" };

const messages = adminNavigationLabels;

/** `/daily-messages-admin`. */
export default function DailyMessagesPage() {
  return (
    <AdminGate>
      <AdminHeader>
        <AdminLink href={adminAddresses.content}>{messages.content}</AdminLink>
        <AdminLabel>{messages.messages}</AdminLabel>
        <AdminLink href={adminAddresses.security}>{messages.security}</AdminLink>
        <LogoutButton to="/" />
      </AdminHeader>
      <DailyMessagesScreen />
    </AdminGate>
  );
}
