import type { Metadata } from "next";
import { AdminGate } from "@/components/admin/admin-gate";
import { AdminHeader, AdminLink } from "@/components/admin/admin-header";
import { LogoutButton } from "@/components/admin/logout-button";
import { ContentScreen } from "@/components/admin/posts/content-screen";
import { adminAddresses } from "@/lib/contracts/admin";
import { adminNavigationLabels } from "@/lib/contracts/admin-screens";
import { pageConfig } from "@/lib/http/pages/page-settings";

export const metadata: Metadata = { title: "Content" };

const say = adminNavigationLabels;

/** `/content-management`: posts, and test texts. */
export default function ContentManagementPage() {
  return (
    <AdminGate>
      <AdminHeader>
        <AdminLink href="/">{say.home}</AdminLink>
        <AdminLink href={adminAddresses.content} isCurrent>
          {say.content}
        </AdminLink>
        <AdminLink href={adminAddresses.dailyMessages}>{say.dailyMessages}</AdminLink>
        <LogoutButton to="/read" />
        <AdminLink href="/read">{say.backToContent}</AdminLink>
      </AdminHeader>
      <ContentScreen signUpUrl={pageConfig().SIGN_UP_URL} />
    </AdminGate>
  );
}
