import type { Channel } from "@/lib/contracts/primitives";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import type { Actor } from "../../audit";
import type { Context } from "../../context";

/** Who does something for a subscriber, and why; both go into the audit log. */
export type By = { actor: Actor; why: string };

/** @throws AppError 404 when nobody has the ID */
export async function getAddressed(ctx: Pick<Context, "db">, id: number) {
  const found = await ctx.db.subscriber.findUnique({
    where: { id },
    select: { id: true, email: true, phone: true },
  });
  if (!found) throw new AppError(404, personMessages.notFound);
  return found;
}

/** @throws AppError 409 for texts without a number */
export function addressOn(
  { email, phone }: { email: string; phone: string | null },
  channel: Channel,
): string {
  const address = channel === "email" ? email : phone;
  if (address === null) throw new AppError(409, personMessages.noAddress, { field: "channel" });
  return address;
}
