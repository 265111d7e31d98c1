import type { AcceptInvitation } from "@/lib/contracts/admin/team";
import type { AdminLoginProgressView } from "@/lib/contracts/admin/security";
import { beginLogin } from "@/lib/domain/team/admin-login";
import type { Context } from "@/lib/domain/context";
import {
  acceptInvitation,
  findInvitation,
  invitationInvalid,
  type OpenInvitation,
} from "@/lib/domain/team/invitations";
import type { Guard } from "../route/access";
import type { Browser } from "./admin-browser";
import { showLogin } from "./admin-login";

/** Admits those who have an invitation's link. */
export const invitation: Guard<OpenInvitation> = {
  name: "invitation",
  security: [{}],
  errors: [[404, "The link was used, replaced, withdrawn, or has expired", "invitation_invalid"]],
  async admit({ ctx, params }) {
    const { token } = params;
    const found = typeof token === "string" ? await findInvitation(ctx, token) : null;
    if (!found) throw invitationInvalid();
    return found;
  },
};

/** Adds the invited person and starts their first login, which may ask for a second factor. */
export async function joinTeam(
  ctx: Context,
  accepted: OpenInvitation,
  input: AcceptInvitation,
  browser: Browser,
): Promise<AdminLoginProgressView> {
  const admin = await acceptInvitation(ctx, accepted, input);
  return showLogin(ctx, browser, await beginLogin(ctx, admin));
}
