import type { Channel } from "@/lib/contracts/primitives";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../../context";
import { liftManually, suppressManually } from "../../contact/suppressions";
import { addressOn, getAddressed, type By } from "./find-person";

/**
 * Stops sending to a subscriber's address, on every account that has it, until the team lifts it.
 *
 * @throws AppError 409 without a phone number, 404
 */
export async function suppressPerson(
  ctx: Context,
  id: number,
  { channel, ...by }: By & { channel: Channel },
): Promise<void> {
  const address = addressOn(await getAddressed(ctx, id), channel);
  await ctx.db.$transaction((tx) => suppressManually(ctx, tx, { channel, address, ...by }));
}

/**
 * Allows sending to a subscriber's address again, here and at the email provider. A STOP stays, because only
 * its sender can lift it, and so does a spam complaint.
 *
 * @throws AppError 409 when it isn't suppressed or may not be lifted, 503 when the email provider
 *   can't be reached and nothing changed, 404
 */
export async function unsuppressPerson(
  ctx: Context,
  id: number,
  { channel, ...by }: By & { channel: Channel },
): Promise<void> {
  const address = addressOn(await getAddressed(ctx, id), channel);
  const found = await ctx.db.suppression.findUnique({
    where: { channel_address: { channel, address: address.toLowerCase() } },
    select: { reason: true },
  });
  const { notSuppressed, stopStays, complaintStays } = personMessages;
  if (!found) throw new AppError(409, notSuppressed);
  if (found.reason === "stop") throw new AppError(409, stopStays);
  if (found.reason === "spam_complaint") throw new AppError(409, complaintStays);
  if (channel === "email" && !(await allowAtProvider(ctx, address))) {
    throw new AppError(409, complaintStays);
  }
  await ctx.db.$transaction((tx) => liftManually(ctx, tx, { channel, address, ...by }));
}

async function allowAtProvider(ctx: Context, address: string): Promise<boolean> {
  try {
    return await ctx.mail.allowAddress(address);
  } catch (error) {
    throw new AppError(503, personMessages.providerUnavailable, { cause: error });
  }
}
