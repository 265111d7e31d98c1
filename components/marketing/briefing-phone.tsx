import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import type { ReactNode } from "react";
import { Mark } from "@/components/brand/mark";
import { NoBreakTitle } from "../reading/no-break-title";
import { brand } from "@/lib/brand";

export type PhoneBriefing = {
  /** YYYY-MM-DD */
  localDate: string;
  smsText: string;
  email: { title: string; preview: string } | null;
};

/** A real briefing, as a text and an email on the lock screen of a phone. */
export function BriefingPhone({ briefing }: { briefing: PhoneBriefing }) {
  const day = formatLongWeekdayMonthDay(briefing.localDate);
  return (
    <figure
      aria-label={`A phone at 8:00 showing the briefing for ${day} as a text and an email`}
      className="relative w-[min(22.5rem,calc(100vw_-_2_*_var(--gutter)))] rounded-[3.5rem] bg-[#0a0c10] p-[.6875rem] shadow-[inset_0_0_0_1.5px_#3a3e46,inset_0_0_0_4px_#0a0c10,0_2.5rem_5rem_-2.5rem_rgb(18_21_27_/_.5)] sm:max-lg:w-[18.25rem]"
    >
      <div className="relative min-h-[44rem] overflow-hidden forced-color-adjust-none rounded-[2.875rem] bg-linear-to-b from-[#0a3125] to-[#14513e] text-[#f6f1e6]">
        <StatusBar />
        <span
          aria-hidden="true"
          className="absolute top-3 left-1/2 -ml-[3.125rem] h-7 w-[6.25rem] rounded-2xl bg-[#0a0c10]"
        />
        <p className="mt-6 text-center text-[1.0625rem] font-[500] text-[#d9e4da]">{day}</p>
        <p className="mt-1.5 text-center font-figures text-[6.25rem] leading-[6.5rem] font-[360] tracking-[-.02em] lining-nums">
          8:00
        </p>
        <div className="grid gap-2 p-3">
          <Notification from={brand.name} when="now">
            {textLines(briefing.smsText)}
          </Notification>
          {briefing.email && (
            <Notification from="Mail" when="8 min ago">
              <p dir="auto" className="font-semibold">
                <NoBreakTitle>{briefing.email.title}</NoBreakTitle>
              </p>
              <p dir="auto" className="line-clamp-4 text-[#3e434c]">
                <NoBreakTitle>{briefing.email.preview}</NoBreakTitle>
              </p>
            </Notification>
          )}
        </div>
      </div>
    </figure>
  );
}

function Notification(props: { from: string; when: string; children: ReactNode }) {
  return (
    <div className="rounded-[1.25rem] bg-[#faf8f3] px-[.9375rem] pt-[.8125rem] pb-[.9375rem] text-[#12151b]">
      <p className="mb-[.4375rem] flex items-center gap-2 text-small font-semibold">
        <span className="grid size-6 place-items-center rounded-3 bg-[#12151b] text-[#faf8f3]">
          <Mark className="h-auto w-3.5" />
        </span>
        {props.from}
        <span className="ml-auto text-fine font-normal text-[#5d6169]">{props.when}</span>
      </p>
      <div className="grid gap-[.1875rem] text-[.9375rem] leading-[1.3125rem] tracking-[-.004em] wrap-anywhere max-2xs:text-small max-2xs:leading-[1.1875rem] sm:max-lg:text-small sm:max-lg:leading-[1.1875rem]">
        {props.children}
      </div>
    </div>
  );
}

/** The lines of a text, with links drawn as links. */
function textLines(smsText: string): ReactNode[] {
  return smsText
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const link = /^https?:\/\/(\S+)$/.exec(line)?.[1];
      return (
        <p key={line} dir="auto" className="text-pretty">
          {link ? (
            <span className="text-[#0b4f3a] underline decoration-1 underline-offset-[.15em]">
              {link}
            </span>
          ) : (
            <NoBreakTitle>{line}</NoBreakTitle>
          )}
        </p>
      );
    });
}

function StatusBar() {
  return (
    <div
      aria-hidden="true"
      className="flex justify-between px-7 pt-[1.0625rem] text-small leading-4 font-semibold"
    >
      <span>8:00</span>
      <svg viewBox="0 0 44 12" fill="currentColor" className="h-3 w-auto">
        <rect x="0" y="7" width="3" height="5" rx=".6" />
        <rect x="4.5" y="4.7" width="3" height="7.3" rx=".6" />
        <rect x="9" y="2.4" width="3" height="9.6" rx=".6" />
        <rect x="13.5" y="0" width="3" height="12" rx=".6" />
        <rect
          x="22.6"
          y=".6"
          width="18.8"
          height="10.8"
          rx="3"
          fill="none"
          stroke="currentColor"
          strokeOpacity=".6"
        />
        <rect x="24.2" y="2.2" width="13" height="7.6" rx="1.6" />
        <rect x="42.4" y="4" width="1.4" height="4" rx=".7" opacity=".6" />
      </svg>
    </div>
  );
}
