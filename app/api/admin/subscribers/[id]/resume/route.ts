import { actionSchema } from "@/lib/contracts/admin/person";
import { resumeBriefings } from "@/lib/domain/account/pause";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:help",
  action: "resume",
  summary: "Ends a subscriber's pause",
  body: actionSchema,
  isCounted: false,
  errors: [[409, "Nothing is paused"]],
  act: resumeBriefings,
});
