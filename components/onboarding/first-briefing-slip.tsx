import { FactList } from "@/components/ui/fact-list";
import { firstBriefingDate, toDisplayDate, weekdayOf } from "@/lib/contracts/calendar";
import { trialDays } from "@/lib/contracts/plans";
import { type Timezone, timezones } from "@/lib/contracts/timezones";

/** When and how the first briefing arrives, next to the form. `now` is an ISO instant. */
export function FirstBriefingSlip({ now, timezone }: { now: string; timezone: Timezone | null }) {
  const label = timezones.find(({ value }) => value === timezone)?.label;
  const date = timezone && firstBriefingDate(new Date(now), timezone);
  return (
    <aside aria-label="Your first briefing" className="border-t-[3px] border-ink pt-5">
      <p className="text-small text-ink-3">Your first briefing</p>
      <p className="mt-2 font-serif text-[clamp(2rem,1.6rem+1.6vw,2.75rem)] leading-[1.08] font-[440] tracking-[-.02em]">
        {date ? weekdayOf(date) : "The next weekday"}
        <br />
        by 8:00am
      </p>
      <FactList
        facts={[
          ["Date", date ? toDisplayDate(date) : "Choose a timezone"],
          ["Timezone", label ?? "Yours"],
          ["Delivered by", "Email"],
          ["Price", `Free for ${trialDays} days`],
        ]}
      />
    </aside>
  );
}
