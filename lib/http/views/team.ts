import type { InvitationView } from "@/lib/contracts/admin/team";
import type { Invitation } from "@/lib/domain/team/invitations";

/** An invitation as the API shows it. */
export function viewInvitation({ sentAt, expiresAt, ...rest }: Invitation): InvitationView {
  return { ...rest, sentAt: sentAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
