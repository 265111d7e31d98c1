"use client";

import { useState, type FormEvent } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { endPause, pauseBriefings } from "@/lib/client/account";
import { effectOf, maxPauseDays, type AccountView, type PauseDates } from "@/lib/contracts/account";
import { addDays, localDateAt } from "@/lib/calendar/days";
import {
  parseNumericDate,
  formatShortMonthDay,
  formatNumericDate,
  formatLongWeekdayMonthDay,
} from "@/lib/calendar/format";
import { pauseScreen as messages } from "@/lib/messages/pause";
import { PauseWeeks } from "./pause-weeks";
import { useAccountAction } from "./use-account-action";

type PauseProps = Pick<AccountView, "pause"> & { timezone: string };

/** Days without a briefing: what is set, and a way to set, change, and end it. */
export function Pause({ pause, timezone }: PauseProps) {
  const [isEditing, setEditing] = useState(false);
  const ending = useAccountAction({
    run: endPause,
    onDone: () => notify({ title: messages.ended }),
    failed: messages.failed,
  });
  if (isEditing) {
    return <PauseForm pause={pause} timezone={timezone} onClose={() => setEditing(false)} />;
  }
  if (!pause) {
    return (
      <>
        <p className="text-ink-2">{messages.intro}</p>
        <p className="button-row mt-5">
          <Button variant="line" onClick={() => setEditing(true)}>
            {messages.start}
          </Button>
        </p>
      </>
    );
  }
  const { from, until, isNow } = pause;
  return (
    <>
      <p className="mb-3">
        <Badge>{messages.dates(formatShortMonthDay(from), formatShortMonthDay(until))}</Badge>
      </p>
      <p>
        {isNow
          ? messages.now(formatLongWeekdayMonthDay(until))
          : messages.later(formatLongWeekdayMonthDay(from), formatLongWeekdayMonthDay(until))}
      </p>
      <Effect {...pause} />
      <div className="mt-5 button-row">
        <Button variant="line" onClick={() => setEditing(true)}>
          {messages.change}
        </Button>
        <Button
          variant="quiet"

          isBusy={ending.isBusy}
          onClick={() => ending.act(undefined)}
        >
          {messages.end}
        </Button>
      </div>
      <ActionError className="mt-3">{ending.failure}</ActionError>
    </>
  );
}

/** What a pause means, as a row of weeks and in words. */
function Effect({ from, until }: PauseDates) {
  const { skipped, backOn } = effectOf({ from, until });
  return (
    <>
      <PauseWeeks from={from} until={until} />
      <p className="mt-3 text-small text-ink-3">
        {messages.skipped(skipped)} {messages.backOn(formatLongWeekdayMonthDay(backOn))}{" "}
        {messages.billing}
      </p>
    </>
  );
}

function PauseForm({ pause, timezone, onClose }: PauseProps & { onClose: () => void }) {
  const [from, setFrom] = useState(() =>
    formatNumericDate(pause?.from ?? localDateAt(new Date(), timezone)),
  );
  const [until, setUntil] = useState(pause ? formatNumericDate(pause.until) : "");
  const [isChecked, setChecked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { act, isBusy } = useAccountAction({
    run: pauseBriefings,
    onDone: () => {
      notify({ title: messages.saved });
      onClose();
    },
    onFailed: setProblem,
  });
  const dates = { from: parseNumericDate(from), until: parseNumericDate(until) };
  const errorOf = (name: keyof PauseDates) =>
    isChecked && dates[name] === null ? messages.dateInvalid : undefined;
  const complete = dates.from && dates.until ? { from: dates.from, until: dates.until } : null;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    setProblem(undefined);
    if (complete) act(complete);
  };

  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2 lg:grid-cols-1">
        <DateField
          id="pause-from"
          label={messages.from}
          value={from}
          onChange={setFrom}
          todayLabel={messages.today}
          timezone={timezone}
          error={errorOf("from")}
        />
        <DateField
          id="pause-until"
          label={messages.until}
          value={until}
          onChange={setUntil}
          todayLabel={messages.today}
          timezone={timezone}
          error={errorOf("until") ?? problem}
        />
      </div>
      {complete && isPossible(complete) && <Effect {...complete} />}
      <div className="mt-5 button-row">
        <Button type="submit" isBusy={isBusy}>
          {messages.save}
        </Button>
        <Button variant="line" onClick={onClose}>
          {messages.keep}
        </Button>
      </div>
    </form>
  );
}

function isPossible({ from, until }: PauseDates): boolean {
  return from <= until && until <= addDays(from, maxPauseDays);
}
