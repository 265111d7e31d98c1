import type { Metadata } from "next";
import {
  verifyConfirmationToken,
  type ConfirmationPurpose,
} from "@/lib/domain/outbox/confirmation-token";
import { getContext } from "../route/context";

export type LinkPageProps = { params: Promise<{ token: string }> };

/** For a page whose address is a secret from an email. */
export function linkPageMetadata(title: string): Metadata {
  return { title, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Data for a confirmation page; `id` is null if the token isn't ours. */
export async function openConfirmation(purpose: ConfirmationPurpose, { params }: LinkPageProps) {
  const { token } = await params;
  const ctx = await getContext();
  const { acceptedSecrets } = ctx.settings;
  const id = verifyConfirmationToken(purpose, decodeURIComponent(token), acceptedSecrets);
  return { ctx, token, id };
}
