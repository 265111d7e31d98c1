import type { z } from "zod";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import type { Context } from "@/lib/domain/context";
import { actorOf, type AdminSession } from "@/lib/domain/auth/sessions";
import type { By } from "@/lib/domain/subscribers/actions/find-person";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { personMessages } from "@/lib/messages/admin/person";
import type { AdminAccess } from "./access";
import { dayOfActions, type ErrorReference } from "./reference";
import { route, type RouteHandler } from "./route";

/** Makes the handler for an action by the team on one subscriber. */
export function personAction<Body extends { why: string }>(definition: {
  access: AdminAccess;
  action: keyof typeof personMessages.done;
  /** For the API reference. */
  summary: string;
  body: z.ZodType<Body>;
  /** Whether it counts toward the daily limit; true by default. */
  isCounted?: boolean;
  /** Whether the subscriber gets fewer briefings afterwards. */
  silences?: boolean;
  /** Errors other than an unknown ID and the daily limit. */
  errors?: readonly ErrorReference[];
  act: (
    ctx: Context,
    id: number,
    input: Omit<Body, "why"> & By,
    from: { caller: AdminSession; clientAddress: string },
  ) => Promise<void>;
}): RouteHandler {
  const { access, action, summary, body, errors = [], act } = definition;
  const { isCounted = true, silences = false } = definition;
  return route({
    access,
    summary,
    params: idParamsSchema,
    body,
    responses: { 200: messageSchema },
    errors: [...(isCounted ? [dayOfActions] : []), [404, "No subscriber has this ID"], ...errors],
    handler: async ({ ctx, params, body: input, caller, clientAddress }) => {
      if (isCounted) await countActions(ctx, caller, { silences });
      const from = { caller, clientAddress };
      await act(ctx, params.id, { ...input, actor: actorOf(caller) }, from);
      return { message: personMessages.done[action] };
    },
  });
}
