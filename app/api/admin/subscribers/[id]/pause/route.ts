import { pauseSchema } from "@/lib/contracts/admin/person";
import { pauseBriefings } from "@/lib/domain/account/pause";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:help",
  action: "pause",
  summary: "Pauses a subscriber's briefings on some dates; billing continues",
  body: pauseSchema,
  silences: true,
  errors: [[400, "The dates are in the wrong order, past, or too far apart"]],
  act: pauseBriefings,
});
