import type { Metadata } from "next";
import { InvitationScreen } from "@/components/admin/invitation/invitation-screen";
import { AdminHeader } from "@/components/admin/shell/header";
import { invitationScreen } from "@/lib/messages/admin/team";

export const metadata: Metadata = { title: invitationScreen.title, referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

/** `/admin-invitation/{token}`, from the email. */
export default async function InvitationPage({ params }: Props) {
  return (
    <>
      <AdminHeader />
      <InvitationScreen token={(await params).token} />
    </>
  );
}
