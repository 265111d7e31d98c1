import { FactList } from "@/components/ui/fact-list";
import { type DaysOff, firstBriefingDate, localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear, formatLongWeekday } from "@/lib/calendar/format";
import type { Buyer } from "@/lib/contracts/onboarding";
import { trialDays } from "@/lib/contracts/plans";
import { describePrice } from "@/lib/contracts/money";
import { type Timezone, timezones } from "@/lib/contracts/timezones";
import { startNowScreen } from "@/lib/messages/billing";
import { recordScreen } from "@/lib/messages/onboarding";
import type { UsedTrial } from "./trial-used";

export type FirstBriefingSlipProps = {
  /** ISO instant. */
  now: string;
  daysOff: DaysOff;
  timezone: Timezone | null;
  buyer: Buyer | null;
  /** Set once we know that there is no free trial. */
  usedTrial?: UsedTrial | null;
};

/** When and how the first briefing arrives, and the first charge, next to the form. */
export function FirstBriefingSlip(props: FirstBriefingSlipProps) {
  const { now, daysOff, timezone, buyer, usedTrial } = props;
  const label = timezones.find(({ value }) => value === timezone)?.label;
  const date = timezone && firstBriefingDate(new Date(now), timezone, daysOff);
  return (
    <aside aria-label="Your first briefing" className="border-t-[3px] border-ink pt-5">
      <p className="text-small text-ink-3">Your first briefing</p>
      <p className="mt-2 font-serif text-[clamp(2rem,1.6rem+1.6vw,2.75rem)] leading-[1.08] font-[440] tracking-[-.02em]">
        {date ? formatLongWeekday(date) : "The next weekday"}
        <br />
        by 8:00 AM
      </p>
      <FactList
        facts={[
          ["Date", date ? formatShortMonthDayYear(date) : "Choose a timezone"],
          ["Timezone", label ?? "Yours"],
          ["Delivered by", "Email"],
          ["Price", usedTrial ? priceWithoutTrial(usedTrial) : priceOf(buyer, timezone)],
        ]}
      />
    </aside>
  );
}

/** `Free until Nov 29, 2026, then $40 per year`; without the date and price while we don't know them. */
function priceOf(buyer: Buyer | null, timezone: Timezone | null): string {
  const { price = null, firstChargeAt = null } = buyer ?? {};
  if (!price || !firstChargeAt) return `Free for ${trialDays} days`;
  const date = formatShortMonthDayYear(localDateAt(firstChargeAt, timezone ?? "America/New_York"));
  return `Free until ${date}, then ${describePrice(price)}`;
}

/** `$5 per month, from today`; a dash once it can no longer be started. */
function priceWithoutTrial({ offer }: UsedTrial): string {
  return offer ? startNowScreen.price(describePrice(offer)) : recordScreen.missing;
}
