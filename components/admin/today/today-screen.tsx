"use client";

import { useQuery } from "@tanstack/react-query";
import { Figure, Figures } from "@/components/data/figure";
import { BusyIndicator } from "@/components/ui/spinner";
import { SiteLink } from "@/components/layout/site-link";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { classNames } from "@/components/ui/class-names";
import { adminAddresses } from "@/lib/contracts/admin";
import { formatMoney, monthName } from "@/lib/contracts/admin/money-format";
import { today as todayQuery } from "@/lib/client/admin/today";
import { type TodayView } from "@/lib/contracts/admin/today";
import { localDateAt } from "@/lib/calendar/days";
import { formatTimeIn, formatShortWeekdayMonthDay, formatLongWeekday } from "@/lib/calendar/format";
import { cityOf, timezoneHere } from "@/lib/calendar/zones";
import { editMessageAddress } from "@/lib/contracts/daily-messages";
import { briefingStateMessages } from "@/lib/messages/admin/briefing-state";
import { todayMessages as texts } from "@/lib/messages/admin/today";
import { editorCalendarMessages } from "@/lib/messages/briefings";
import { formatCount } from "@/lib/messages/counts";
import { timesAre } from "@/lib/messages/admin/times";
import { useMayDo } from "../shell/gate";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { isBlocked } from "../briefing/headline";
import { ActionButton, AttentionList } from "./attention-list";
import { Checklist } from "./checklist";
import { deckOf, headingOf, isUpcoming } from "./describe";
import { Holds } from "./holds";
import { ZoneLines } from "./zone-lines";

/** How today's or the next briefing is doing, and what needs attention. */
export function TodayScreen() {
  const query = useQuery(todayQuery());
  return (
    <main id="main" className="wrap w-full pt-8 pb-(--section)">
      {query.data === undefined && (
        // A visible title would push down what comes in place of the skeleton.
        <h1 className={query.isPending ? "sr-only" : "mb-6 text-h2"}>{texts.title}</h1>
      )}
      <Loaded query={query} label={texts.loading} shape="today">
        {(view) => <Today view={view} timezone={timezoneHere()} />}
      </Loaded>
    </main>
  );
}

type Props = { view: TodayView; timezone: string };

function Today({ view, timezone }: Props) {
  const isPlan = isUpcoming(view);
  const checks = <NextBriefing view={view} isPlan={isPlan} />;
  const attention = <Attention view={view} />;
  return (
    <>
      <Now view={view} timezone={timezone} isPlan={isPlan} />
      <Holds holds={view.holds} />
      <ZoneLines today={view} timezone={timezone} />
      <div className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-1 text-small text-ink-3">
        {isPlan ? (
          <span>
            {texts.rates(
              formatCount(Math.round(view.rates.emailsPerSecond)),
              formatCount(view.rates.segmentsPerSecond),
            )}
          </span>
        ) : (
          <span className="inline-flex items-center gap-2 tabular-nums">
            {view.phase === "sending" && <BusyIndicator />}
            {texts.updated(formatTimeIn(new Date(view.now), timezone))}
          </span>
        )}
        <span>
          {timesAre(cityOf(timezone))} {!isPlan && texts.accepted}
        </span>
      </div>
      <div className="mt-12 grid gap-x-16 gap-y-12 min-[62rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {isPlan ? checks : attention}
        {isPlan ? attention : checks}
      </div>
      <TodayFigures view={view} />
    </>
  );
}

function Now({ view, timezone, isPlan }: Props & { isPlan: boolean }) {
  const now = new Date(view.now);
  const { state } = texts;
  const { text, isAlarm } = headingOf(view, timezone);
  const open = view.attention.filter(({ seen }) => seen === null).length;
  const label = {
    sending: state.sending,
    between: isAlarm ? state.alarm : state.between,
    ready: state.ready,
    not_ready: state.notReady,
  }[view.phase];
  const clock = `${formatShortWeekdayMonthDay(localDateAt(now, timezone))}, ${formatTimeIn(now, timezone)}`;
  return (
    <section
      aria-labelledby="now"
      className="grid items-end gap-x-10 gap-y-3 pb-8 min-[62rem]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
          <Badge tone={isAlarm ? "alarm" : view.phase === "between" ? "outline" : "accent"}>
            {label}
          </Badge>
          <span className="text-ink-3 tabular-nums">{texts.clock(clock, cityOf(timezone))}</span>
        </p>
        <h1 id="now" className="mt-3 max-w-[16em] text-h2">
          {text}
        </h1>
      </div>
      <div className="max-w-[34em] font-serif text-[1.125rem] leading-7 text-ink-2">
        {isPlan && view.next.lines.length > 0 ? (
          <Lines lines={view.next.lines} />
        ) : (
          <p>{deckOf(view, timezone)}</p>
        )}
        {view.gap !== null && <p>{view.gap}</p>}
        {isPlan ? <EditMessage view={view} /> : <FixToday view={view} />}
        {open > 0 && (
          <p>
            <a href="#attention" className="underline decoration-1 underline-offset-[.22em]">
              {texts.deck.needYou(open)}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

/** Leads editors to the next briefing's message. */
function EditMessage({ view: { next } }: { view: TodayView }) {
  if (!useMayDo("write")) return null;
  const { editMessage, writeMessage } = editorCalendarMessages;
  return (
    <MessageLink date={next.date}>
      {next.lines.length > 0 ? editMessage : writeMessage(formatLongWeekday(next.date))}
    </MessageLink>
  );
}

/** The button that helps while zones wait for today's message, or once they got nothing. */
function FixToday({ view }: { view: TodayView }) {
  const mayWrite = useMayDo("write");
  const { date, message, attention } = view;
  if (message !== "active" && isBlocked(view)) {
    return mayWrite && <MessageLink date={date}>{briefingStateMessages.fix[message]}</MessageLink>;
  }
  const action = attention
    .flatMap(({ actions }) => actions)
    .find((each) => each.do === "give_back" && each.through === date);
  if (!action || !view.zones.some(({ state }) => state === "nothing_sent")) return null;
  return (
    <div className="my-3 flex flex-wrap gap-2 font-sans">
      <ActionButton action={action} />
    </div>
  );
}

function MessageLink({ date, children }: { date: string; children: string }) {
  return (
    <SiteLink
      href={editMessageAddress(date)}
      className={classNames(
        buttonClass({ variant: "line", size: "sm" }),
        "my-3 font-sans max-md:min-h-11 max-sm:w-full",
      )}
    >
      {children}
    </SiteLink>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ol className="font-serif text-[1.125rem] leading-[1.625rem]">
      {lines.map((line, index) => (
        // The lines of a message never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="grid grid-cols-[1.25rem_minmax(0,1fr)] py-1.5">
          <span aria-hidden="true" className="text-ink-3">
            {index + 1}
          </span>
          {line}
        </li>
      ))}
    </ol>
  );
}

function Attention({ view }: { view: TodayView }) {
  const { length } = view.attention.filter(({ seen }) => seen === null);
  return (
    <AdminSection
      id="attention"
      title={texts.attention.title}
      {...(length > 0 && { action: <span className="text-small text-ink-3">{length}</span> })}
    >
      <AttentionList items={view.attention} />
    </AdminSection>
  );
}

function NextBriefing({ view, isPlan }: { view: TodayView; isPlan: boolean }) {
  const { date, checks, lines } = view.next;
  const passed = checks.filter(({ state }) => state === "passed").length;
  const day = formatShortWeekdayMonthDay(date);
  return (
    <AdminSection
      id="next"
      title={isPlan ? texts.checksFor(day) : texts.next(day)}
      action={
        <span className="text-small text-ink-3">{texts.checksPassed(passed, checks.length)}</span>
      }
    >
      {!isPlan && lines.length > 0 && <Lines lines={lines} />}
      {!isPlan && <EditMessage view={view} />}
      <Checklist checks={checks} />
    </AdminSection>
  );
}

function TodayFigures({ view }: { view: TodayView }) {
  const { people, trials, trialsEndingToday, last, mrr } = view.figures;
  const { figures } = texts;
  const rate =
    last && last.toSend > 0 ? `${((last.delivered / last.toSend) * 100).toFixed(1)}%` : "–";
  return (
    <Figures columns={mrr ? 4 : 3} className="mt-12">
      <Figure label={figures.people} value={formatCount(people)} note={figures.peopleNote} />
      {mrr && (
        <Figure
          label={<SiteLink href={adminAddresses.money}>{figures.mrr}</SiteLink>}
          value={formatMoney(mrr.amount, mrr.currency)}
          note={
            <>
              <b>{formatMoney(mrr.net, mrr.currency, { isSigned: true })}</b>
              {figures.mrrNote(monthName(mrr.month))}
            </>
          }
        />
      )}
      <Figure
        label={figures.trials}
        value={formatCount(trials)}
        note={figures.trialsNote(trialsEndingToday)}
      />
      <Figure
        label={last ? figures.delivered(formatLongWeekday(last.date)) : texts.table.delivered}
        value={rate}
        note={
          last
            ? figures.deliveredNote(formatCount(last.delivered), formatCount(last.toSend))
            : figures.deliveredNone
        }
      />
    </Figures>
  );
}
