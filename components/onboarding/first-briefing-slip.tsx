import { trialDays } from "@/lib/contracts/plans";
import { type Timezone, timezones } from "@/lib/contracts/timezones";
import { FactList } from "./fact-list";
import { firstBriefing } from "./first-briefing";

/** What the form amounts to: when the first briefing comes. `now` is an ISO instant. */
export function FirstBriefingSlip({ now, timezone }: { now: string; timezone: Timezone | null }) {
  const label = timezones.find(({ value }) => value === timezone)?.label;
  const first = timezone && firstBriefing(now, timezone);
  return (
    <aside aria-label="Your first briefing" className="border-t-[3px] border-ink pt-5">
      <p className="text-small text-ink-3">Your first briefing</p>
      <p className="mt-2 font-serif text-[clamp(2rem,1.6rem+1.6vw,2.75rem)] leading-[1.08] font-[440] tracking-[-.02em]">
        {first ? first.weekday : "The next weekday"}
        <br />
        at 8:00
      </p>
      <FactList
        facts={[
          ["Date", first ? first.fullDate : "Choose a timezone"],
          ["Timezone", label ?? "Yours"],
          ["By", "Email"],
          ["Costs", `Nothing for ${trialDays} days`],
        ]}
      />
    </aside>
  );
}
