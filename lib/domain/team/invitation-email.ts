import { adminInvitationAddress } from "@/lib/contracts/admin/team";
import { adminInvitationDays } from "@/lib/contracts/durations";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import type { AdminRole } from "@/lib/contracts/roles";
import { roleNames } from "@/lib/messages/admin";
import { teamMessages } from "@/lib/messages/admin/team";
import { AppError } from "@/lib/platform/app-error";
import { shortenAddress } from "@/lib/platform/logger";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Context } from "../context";

export type InvitationEmail = {
  email: string;
  role: AdminRole;
  /** Only in the link: the database has its hash. */
  token: string;
  /** Null when the operator invites. */
  invitedBy: string | null;
};

/** What happened to the email; accepted if there's no error. */
export type InvitationOutcome = {
  error: AppError | null;
  /** It definitely won't arrive. */
  isNotSent: boolean;
};

/** Sends the email right away, because its token isn't stored. */
export async function sendInvitation(
  ctx: Context,
  { email, role, token, invitedBy }: InvitationEmail,
): Promise<InvitationOutcome> {
  const { siteUrl } = ctx.settings;
  const rendered = await ctx.notices.renderEvent({
    kind: "admin_invitation",
    siteUrl,
    link: `${siteUrl}${adminInvitationAddress(token)}`,
    role: roleNames[role],
    invitedBy,
    days: adminInvitationDays,
  });
  // The tag identifies the call at the provider, which must not be able to derive the token.
  const tag = sha256Hex(`admin-invitation:${token}`).slice(0, 32);
  const answer = await ctx.mail.sendBatch(
    [{ to: email, ...rendered, metadata: { notice: "admin_invitation" } }],
    { stream: "transactional", tag },
  );
  if (answer.state === "answered") {
    const [result] = answer.results;
    if (result?.state === "accepted") return { error: null, isNotSent: false };
    ctx.log.warn({ to: shortenAddress(email) }, "invitation refused by the provider");
    const error = new AppError(409, teamMessages.emailRefused, { field: "email" });
    return { error, isNotSent: true };
  }
  const { state, detail } = answer;
  ctx.log.warn({ to: shortenAddress(email), state, detail }, "invitation not sent");
  const text = state === "unknown" ? teamMessages.emailUnknown : teamMessages.emailUnavailable;
  const error = new AppError(503, text, { code: serviceUnavailableCode, detail });
  return { error, isNotSent: state !== "unknown" };
}
