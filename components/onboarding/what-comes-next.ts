import { type DaysOff, firstBriefingDate, localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear, formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import { describePrice } from "@/lib/contracts/money";
import { timezoneSchema } from "@/lib/contracts/timezones";
import { recordScreen } from "@/lib/messages/onboarding";

/**
 * When the first briefing arrives, and when the free trial ends and what it costs then, as far as it's
 * known.
 *
 * @param now ISO instant
 */
export function whatComesNext(
  { timezone: zone, firstCharge }: Pick<OnboardingView, "timezone" | "firstCharge">,
  now: string,
  daysOff: DaysOff,
): { firstBriefing: string; trial: string } {
  const timezone = timezoneSchema.safeParse(zone).data;
  const day = timezone
    ? formatLongWeekdayMonthDay(firstBriefingDate(new Date(now), timezone, daysOff))
    : "on the next weekday";
  const chargeDate =
    firstCharge &&
    formatShortMonthDayYear(localDateAt(new Date(firstCharge.at), timezone ?? "America/New_York"));
  return {
    firstBriefing: recordScreen.firstBriefing(day),
    trial:
      firstCharge && chargeDate
        ? recordScreen.trial(chargeDate, describePrice(firstCharge.price))
        : "",
  };
}
