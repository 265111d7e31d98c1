"use client";

import { CalendarDays, ChevronLeft, ChevronRight } from "./icons";
import { Popover } from "radix-ui";
import { useState } from "react";
import { DayPicker, type Modifiers } from "react-day-picker";
import { isLocalDate, localDateAt } from "@/lib/calendar/days";
import {
  parseNumericDate,
  formatLongMonthDayYear,
  formatLongWeekday,
  formatNumericDate,
} from "@/lib/calendar/format";
import { Button } from "./button";
import { buttonClass } from "./button-class";
import { classNames } from "./class-names";
import { Field } from "./field";
import { Input } from "./input";

export type DateFieldProps = {
  id: string;
  label: string;
  /** As typed; `MM/DD/YYYY` once it is a date. */
  value: string;
  onChange: (value: string) => void;
  /** When the text field loses the focus. */
  onBlur?: (() => void) | undefined;
  todayLabel: string;
  /** Where "today" is; the browser's zone if not given. */
  timezone?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
};

const yearsBack = 9;
const yearsShown = 12;

/** A date to type or pick from a calendar. */
export function DateField(props: DateFieldProps) {
  const { id, label, value, onChange, onBlur, todayLabel, timezone, hint, error } = props;
  const [isOpen, setOpen] = useState(false);
  const pick = (date: Date) => {
    onChange(formatNumericDate(browserDay(date)));
    setOpen(false);
  };
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex gap-2">
          <Popover.Root open={isOpen} onOpenChange={setOpen}>
            <Popover.Anchor asChild>
              <div className="relative min-w-0 flex-1">
                <Input
                  {...control}
                  value={value}
                  onChange={(event) => onChange(asUsDate(event.target.value))}
                  onBlur={onBlur}
                  placeholder="MM/DD/YYYY"
                  autoComplete="off"
                  className="pr-12 tabular-nums"
                />
                <Popover.Trigger
                  aria-label="Open the calendar"
                  className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-[3px] text-ink-2 transition-colors hover:text-ink"
                >
                  <CalendarDays size={18} strokeWidth={1.6} />
                </Popover.Trigger>
              </div>
            </Popover.Anchor>
            <Popover.Portal>
              <Popover.Content
                align="start"
                sideOffset={6}
                collisionPadding={12}
                aria-label="Calendar"
                className="z-30 rounded-3 bg-sheet p-2 text-ink shadow-float md:p-4"
              >
                <Calendar value={value} onPick={pick} />
              </Popover.Content>
            </Popover.Portal>
          </Popover.Root>
          <Button
            variant="line"
            className="min-h-12"
            onClick={() => onChange(formatNumericDate(localDateAt(new Date(), timezone)))}
          >
            {todayLabel}
          </Button>
        </div>
      )}
    </Field>
  );
}

/**
 * The props of a `DateField` whose owner stores `YYYY-MM-DD`, or an empty text for anything that isn't a
 * date. It's invalid only once someone has finished typing.
 */
export function useTypedDate(localDate: string, onChange: (localDate: string) => void) {
  const [typed, setTyped] = useState("");
  const [isTyping, setTyping] = useState(false);
  // A date stored from elsewhere replaces what was typed.
  const isCurrent = (parseNumericDate(typed) ?? "") === localDate;
  const value = isCurrent ? typed : localDate === "" ? "" : formatNumericDate(localDate);
  return {
    value,
    isInvalid: !isTyping && value.trim() !== "" && parseNumericDate(value) === null,
    onBlur: () => setTyping(false),
    onChange: (next: string) => {
      setTyping(next.trim().length < "MM/DD/YYYY".length);
      setTyped(next);
      onChange(parseNumericDate(next) ?? "");
    },
  };
}

/** A pasted `2026-11-19` → `11/19/2026`; anything else stays as typed. */
function asUsDate(text: string): string {
  return isLocalDate(text.trim()) ? formatNumericDate(text.trim()) : text;
}

function Calendar({ value, onPick }: { value: string; onPick: (date: Date) => void }) {
  const localDate = parseNumericDate(value);
  const selected = localDate === null ? undefined : toDate(localDate);
  const [now] = useState(() => new Date());
  const thisYear = now.getFullYear();
  const shownYear = selected?.getFullYear() ?? thisYear;
  const firstYear = Math.min(thisYear - yearsBack, shownYear);
  const lastYear = Math.max(thisYear - yearsBack + yearsShown - 1, shownYear);
  return (
    <DayPicker
      mode="single"
      required
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- opening the calendar means picking a day
      autoFocus
      showOutsideDays
      captionLayout="dropdown"
      startMonth={new Date(firstYear, 0)}
      endMonth={new Date(lastYear, 11)}
      defaultMonth={selected ?? now}
      selected={selected}
      onSelect={(date) => onPick(date)}
      classNames={calendarClasses}
      components={{ Chevron }}
      labels={{ labelDayButton }}
    />
  );
}

const calendarClasses = {
  root: "relative",
  months: "",
  month: "",
  month_caption: "flex h-11 items-center pr-24 md:h-9 md:pr-20",
  dropdowns: "flex items-center gap-3 text-label font-medium",
  dropdown_root:
    "relative inline-flex items-center rounded-1 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent",
  dropdown: "absolute inset-0 cursor-pointer opacity-0",
  caption_label: "inline-flex items-center gap-1",
  nav: "absolute top-0 right-0 flex gap-1",
  button_previous: buttonClass({ variant: "icon", size: "sm" }),
  button_next: buttonClass({ variant: "icon", size: "sm" }),
  month_grid: "mt-2 border-collapse",
  weekday: "h-9 text-fine font-normal text-ink-3 md:h-10",
  day: "p-0 text-center",
  day_button:
    "grid size-9 2xs:size-11 place-items-center rounded-1 text-label tabular-nums transition-colors hover:bg-well focus-visible:-outline-offset-2 md:size-10",
  selected:
    "[&>button]:bg-accent [&>button]:font-medium [&>button]:text-on-accent [&>button:hover]:bg-accent-press",
  today: "[&>button]:shadow-[inset_0_0_0_1px_var(--color-ink)]",
  outside: "text-ink-3",
  hidden: "invisible",
} as const;

// The accessible name has to contain the visible number (WCAG 2.5.3).
function labelDayButton(date: Date, { selected, today }: Modifiers): string {
  const localDate = browserDay(date);
  const day = `${formatLongWeekday(localDate)}, ${formatLongMonthDayYear(localDate)}`;
  return [today && "Today", day, selected && "selected"].filter(Boolean).join(", ");
}

function Chevron({ orientation, className }: { orientation?: string; className?: string }) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return (
    <Icon
      size={16}
      strokeWidth={1.8}
      className={classNames(className, orientation === "down" && "rotate-90")}
    />
  );
}

/** The date of an instant in the browser's time zone, YYYY-MM-DD. */
export function browserDay(date: Date): string {
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
}

function toDate(localDate: string): Date {
  const [year = 0, month = 1, day = 1] = localDate.split("-").map(Number);
  return new Date(year, month - 1, day);
}
