import {
  newViewSchema,
  savedViewSchema,
  subscriberViewsSchema,
} from "@/lib/contracts/admin/subscribers";
import { listViews, saveView } from "@/lib/domain/subscribers/list/views";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Lists the views of the list of subscribers: everyone's, counted, and the admin's own",
  responses: { 200: subscriberViewsSchema },
  handler: ({ ctx, caller }) => listViews(ctx, caller.adminId),
});

export const POST = route({
  access: "admin:view",
  summary: "Saves filters and order of the list of subscribers as a view of the admin",
  body: newViewSchema,
  responses: { 201: savedViewSchema },
  errors: [[409, "The admin has a view with this name, or too many views"]],
  handler: async ({ ctx, caller, body }) =>
    reply(await saveView(ctx, caller.adminId, body), { status: 201 }),
});
