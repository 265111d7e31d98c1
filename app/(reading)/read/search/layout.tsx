import type { ReactNode } from "react";
import { ArchiveFrame } from "@/components/reading/archive/archive-frame";
import { pageConfig } from "@/lib/http/pages/page-config";

/** Header and footer, which stay when a search fails. */
export default function SearchLayout({ children }: Readonly<{ children: ReactNode }>) {
  return <ArchiveFrame signUpUrl={pageConfig().SIGN_UP_URL}>{children}</ArchiveFrame>;
}
