import type { Metadata } from "next";
import { AuditScreen } from "@/components/admin/audit/audit-screen";
import { auditScreen } from "@/lib/messages/admin/audit";

export const metadata: Metadata = { title: auditScreen.title };

/** `/admin/audit`. */
export default function AuditPage() {
  return <AuditScreen />;
}
