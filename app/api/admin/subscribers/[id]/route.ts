import { personSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { getPerson } from "@/lib/domain/subscribers/person/person";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Shows one subscriber, and what they get next and why",
  params: idParamsSchema,
  responses: { 200: personSchema },
  errors: [[404, "No subscriber has this ID"]],
  handler: ({ ctx, params }) => getPerson(ctx, params.id),
});
