import type { BulkInput, BulkResult } from "@/lib/contracts/admin/person";
import { AppError } from "@/lib/platform/app-error";
import type { Actor } from "../../audit";
import type { Context } from "../../context";
import { resendForPerson, sendLoginLinkTo } from "./actions";
import { pauseBriefings } from "../../account/pause";
import { suppressPerson } from "./suppression";

/**
 * Does the same for several subscribers, one after the other, each with the rules and the audit event of a
 * single action. A refusal for one doesn't stop the others.
 */
export async function actForMany(
  ctx: Context,
  input: BulkInput,
  actor: Actor,
): Promise<BulkResult> {
  const results: BulkResult["results"] = [];
  for (const id of new Set(input.ids)) {
    try {
      await actForOne(ctx, id, input, actor);
      results.push({ id, isDone: true, problem: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id, isDone: false, problem: error.userMessage });
    }
  }
  return { results };
}

async function actForOne(ctx: Context, id: number, input: BulkInput, actor: Actor): Promise<void> {
  const { why } = input;
  if (input.action === "resend") {
    // The daily limit per client address is lower than the size of one bulk action.
    await resendForPerson(ctx, id, { channel: input.channel, clientAddress: null, actor, why });
  } else if (input.action === "pause") {
    const { from, until } = input;
    await pauseBriefings(ctx, id, { from, until, actor, why });
  } else if (input.action === "suppress") {
    await suppressPerson(ctx, id, { channel: input.channel, actor, why });
  } else {
    await sendLoginLinkTo(ctx, id, { actor, why });
  }
}
