import type { ReactNode } from "react";
import { AdminShell } from "@/components/admin/shell/admin-shell";

export default function AdminPagesLayout({ children }: Readonly<{ children: ReactNode }>) {
  return <AdminShell>{children}</AdminShell>;
}
