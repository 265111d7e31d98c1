import type { Metadata } from "next";
import { ContentScreen } from "@/components/admin/posts/content-screen";
import { AdminShell } from "@/components/admin/shell/admin-shell";
import { pageConfig } from "@/lib/http/pages/page-config";

export const metadata: Metadata = { title: "Content" };

/** `/content-management`: posts and test texts. */
export default function ContentManagementPage() {
  return (
    <AdminShell>
      <ContentScreen signUpUrl={pageConfig().SIGN_UP_URL} />
    </AdminShell>
  );
}
