import type { Metadata } from "next";
import { AdminGate } from "@/components/admin/admin-gate";
import { AdminHeader, AdminLink } from "@/components/admin/admin-header";
import { LogoutButton } from "@/components/admin/logout-button";
import { SecurityScreen } from "@/components/admin/security/security-screen";
import { adminAddresses } from "@/lib/contracts/admin";
import { adminNavigationLabels } from "@/lib/messages/admin";

const messages = adminNavigationLabels;

export const metadata: Metadata = { title: messages.security };

/** `/admin-security`. */
export default function SecurityPage() {
  return (
    <AdminGate>
      <AdminHeader>
        <AdminLink href={adminAddresses.content}>{messages.content}</AdminLink>
        <AdminLink href={adminAddresses.dailyMessages}>{messages.dailyMessages}</AdminLink>
        <AdminLink href={adminAddresses.security} isCurrent>
          {messages.security}
        </AdminLink>
        <LogoutButton to="/" />
      </AdminHeader>
      <SecurityScreen />
    </AdminGate>
  );
}
