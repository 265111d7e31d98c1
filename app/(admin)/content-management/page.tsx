import type { Metadata } from "next";
import { Suspense } from "react";
import { ContentScreen } from "@/components/admin/posts/content-screen";
import { AdminShell } from "@/components/admin/shell/admin-shell";
import { pageConfig } from "@/lib/http/pages/page-config";
import { adminNavigationLabels } from "@/lib/messages/admin";

export const metadata: Metadata = { title: adminNavigationLabels.content };

/** `/content-management`: posts and test texts. */
export default function ContentManagementPage() {
  return (
    <AdminShell>
      <Suspense>
        <ContentScreen signUpUrl={pageConfig().SIGN_UP_URL} />
      </Suspense>
    </AdminShell>
  );
}
