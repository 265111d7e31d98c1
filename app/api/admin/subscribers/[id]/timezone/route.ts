import { timezoneActionSchema } from "@/lib/contracts/admin/person";
import { changeTimezoneOf } from "@/lib/domain/subscribers/actions/actions";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:changeDetails",
  action: "timezone",
  summary: "Changes a subscriber's time zone",
  body: timezoneActionSchema,
  act: changeTimezoneOf,
});
