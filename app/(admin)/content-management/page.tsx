import type { Metadata } from "next";
import { AdminGate } from "@/components/admin/admin-gate";
import { AdminHeader, AdminLink } from "@/components/admin/admin-header";
import { LogoutButton } from "@/components/admin/logout-button";
import { ContentScreen } from "@/components/admin/posts/content-screen";
import { adminAddresses } from "@/lib/contracts/admin";
import { adminNavigationLabels } from "@/lib/messages/admin";
import { pageConfig } from "@/lib/http/pages/page-config";

export const metadata: Metadata = { title: "Content" };

const messages = adminNavigationLabels;

/** `/content-management`: posts and test texts. */
export default function ContentManagementPage() {
  return (
    <AdminGate>
      <AdminHeader>
        <AdminLink href="/">{messages.home}</AdminLink>
        <AdminLink href={adminAddresses.content} isCurrent>
          {messages.content}
        </AdminLink>
        <AdminLink href={adminAddresses.dailyMessages}>{messages.dailyMessages}</AdminLink>
        <AdminLink href={adminAddresses.security}>{messages.security}</AdminLink>
        <LogoutButton to="/read" />
        <AdminLink href="/read">{messages.backToContent}</AdminLink>
      </AdminHeader>
      <ContentScreen signUpUrl={pageConfig().SIGN_UP_URL} />
    </AdminGate>
  );
}
