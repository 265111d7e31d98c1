import type { Metadata } from "next";
import { SecurityScreen } from "@/components/admin/security/security-screen";
import { AdminShell } from "@/components/admin/shell/admin-shell";
import { adminNavigationLabels } from "@/lib/messages/admin";

export const metadata: Metadata = { title: adminNavigationLabels.yourAccount };

/** `/admin-security`. */
export default function SecurityPage() {
  return (
    <AdminShell>
      <SecurityScreen />
    </AdminShell>
  );
}
