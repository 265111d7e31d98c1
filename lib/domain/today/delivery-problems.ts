import { adminAddresses } from "@/lib/contracts/admin";
import { deliveriesAddress, deliveriesOfDay } from "@/lib/contracts/admin/deliveries";
import type { AttentionAction } from "@/lib/contracts/admin/today";
import { editMessageAddress } from "@/lib/contracts/daily-messages";
import { formatDateTimeIn, formatShortWeekdayDate } from "@/lib/calendar/format";
import { shortTimezone, timezoneSchema } from "@/lib/contracts/timezones";
import { attentionMessages as texts } from "@/lib/messages/admin/attention";
import type { FoundProblem } from "../delivery/monitoring/health";
import type { Found } from "./found";

/** Describes a problem in a sentence. */
function describe(problem: FoundProblem, today: string): string {
  const { details } = texts;
  const { code, slot, count = 0, of = 0, minutes = 0, provider = "", unready, since } = problem;
  const dayOf = (localDate: string) => formatShortWeekdayDate(localDate, today);
  const place = {
    zone: slot ? shortTimezone(timezoneSchema.parse(slot.timezone)) : "",
    day: slot ? dayOf(slot.localDate) : "",
    channel: slot?.channel ?? "email",
  };
  switch (code) {
    case "no_worker":
    case "tick_failing":
    case "database_restored":
      return details[code];
    case "provider_unauthorized":
    case "provider_rejecting":
    case "provider_unavailable":
      return details[code](provider);
    case "not_planned":
      return details.not_planned(place);
    case "unsent":
      return details.unsent(place, count);
    case "undelivered":
      return details.undelivered(place, count, of);
    case "over_capacity":
      return details.over_capacity(place, minutes);
    case "reports_waiting":
      return details.reports_waiting(since ? formatDateTimeIn(since, "America/New_York") : "");
    case "not_ready": {
      const day = dayOf(unready?.localDate ?? today);
      return unready?.isUnapproved ? details.notApproved(day) : details.noMessage(day);
    }
    case "missed":
    case "no_message":
    default:
      return "";
  }
}

function actionOf({ code, slot, unready }: FoundProblem): AttentionAction {
  const open = (label: string, href: string): AttentionAction => ({ do: "open", label, href });
  if (unready) {
    const label = unready.isUnapproved ? texts.seeMessage : texts.writeMessage;
    return open(label, editMessageAddress(unready.localDate));
  }
  if (code === "over_capacity" && slot) {
    return open(texts.seeMessage, editMessageAddress(slot.localDate));
  }
  if (code === "unsent" || code === "undelivered") {
    return open(texts.seeDeliveries, slot ? deliveriesOfDay(slot.localDate) : deliveriesAddress);
  }
  return open(texts.seeStatus, adminAddresses.status);
}

/**
 * One item per kind of delivery problem. Missed days and days without a message have separate items.
 *
 * @param today YYYY-MM-DD
 */
export function describeProblems(problems: readonly FoundProblem[], today: string): Found[] {
  const kinds = Map.groupBy(problems, ({ code }) => code);
  return [...kinds].flatMap(([code, found]) => {
    if (code === "missed" || code === "no_message") return [];
    return {
      // A mark on a problem lasts for the day.
      key: `delivery:${code}:${today}`,
      kind: "delivery",
      isOurFault: true,
      title: texts.problems[code],
      text: found.map((problem) => describe(problem, today)).join(" "),
      size: found.reduce((sum, { count = 1 }) => sum + count, 0),
      actions: found.slice(0, 1).map(actionOf),
    };
  });
}
