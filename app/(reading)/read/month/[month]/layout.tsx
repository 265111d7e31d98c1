import type { ReactNode } from "react";
import { ArchiveFrame } from "@/components/reading/archive/archive-frame";
import { pageConfig } from "@/lib/http/pages/page-config";

export default function MonthLayout({ children }: Readonly<{ children: ReactNode }>) {
  return <ArchiveFrame signUpUrl={pageConfig().SIGN_UP_URL}>{children}</ArchiveFrame>;
}
