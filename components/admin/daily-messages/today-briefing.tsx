import { useQuery } from "@tanstack/react-query";
import { SiteLink } from "@/components/layout/site-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { deliveryProgress } from "@/lib/client/daily-messages";
import { deliveriesOfDay } from "@/lib/contracts/admin/deliveries";
import type { CalendarDay, DeliveryProgressView, ZoneProgress } from "@/lib/contracts/briefings";
import { timezones } from "@/lib/contracts/timezones";
import { briefingStateMessages } from "@/lib/messages/admin/briefing-state";
import { briefingPreviewMessages, editorCalendarMessages } from "@/lib/messages/briefings";
import { formatCount } from "@/lib/messages/counts";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { headlineOf, isBlocked, zoneNames, zonesToGo } from "../briefing/headline";
import { formatDuration, shortDay } from "./days";
import type { OpenCard } from "./message-drafts";

const messages = editorCalendarMessages;
const texts = briefingStateMessages;

export type TodayBriefingProps = {
  /** The date that's going out, YYYY-MM-DD. */
  date: string;
  /** Its messages and posts, if the weeks that are shown include it. */
  day: CalendarDay | undefined;
  /** Whether a card is open. */
  isBusy: boolean;
  onOpen: (card: OpenCard) => void;
};

/** Today's briefing by zone, which zones an edit still reaches, and what to press. Empty until it's loaded. */
export function TodayBriefing({ date, day, isBusy, onOpen }: TodayBriefingProps) {
  const { data } = useQuery(deliveryProgress(date));
  if (!data || !isUnderWay(data)) return null;
  const headline = headlineOf(data);
  const [message] = day?.messages ?? [];
  const card: OpenCard = message ? { saved: message } : { saved: null, date };
  return (
    <section aria-labelledby="today-briefing" className="mb-8 pt-6">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
        <MessageBadge state={data.message} />
        <span className="text-ink-3">{`${texts.today}, ${shortDay(date)}`}</span>
      </p>
      <h2
        id="today-briefing"
        className={classNames("mt-3 text-h3", headline.isAlarm && "text-alarm")}
      >
        {headline.text}
      </h2>
      <p className="mt-1 text-label text-ink-2">{reachOfEdit(data.zones)}</p>
      {zonesToGo(data).length > 0 ? (
        <Button
          variant={isBlocked(data) ? "solid" : "line"}
          size="sm"
          className="mt-4 max-sm:w-full"
          disabled={isBusy}
          onClick={() => onOpen(card)}
        >
          {data.message === "active" ? messages.editMessage : texts.fix[data.message]}
        </Button>
      ) : (
        <p className="mt-3 text-label">
          <SiteLink href={deliveriesOfDay(date)}>{messages.seeDeliveries}</SiteLink>
        </p>
      )}
      <ul className="mt-4 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-5">
        {data.zones.map((zone) => (
          <li key={zone.timezone} className="border-t border-rule py-3">
            <h3 className="font-sans text-label font-medium">{labelOf(zone)}</h3>
            <p
              className={classNames(
                "text-small tabular-nums",
                zone.missedPeople > 0 ? "text-alarm" : "text-ink-3",
              )}
            >
              {stateOf(zone, data)}
            </p>
            {(zone.hasStarted || zone.state === "nothing_sent") && (
              <div className="mt-2 grid gap-2">
                <Bar name={briefingPreviewMessages.email} zone={zone} counts={zone.email} />
                <Bar name={briefingPreviewMessages.text} zone={zone} counts={zone.sms} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Until the last zone is over. */
export function isUnderWay({ now, zones }: DeliveryProgressView): boolean {
  return (
    zones.some(({ opensAt }) => opensAt <= now) && zones.some(({ closesAt }) => now < closesAt)
  );
}

/** Whether there's a message that can go out. */
export function MessageBadge({ state }: { state: DeliveryProgressView["message"] }) {
  if (state === "active") return <Badge tone="tint">{dailyMessagesScreen.active}</Badge>;
  const { inactive, unapproved } = dailyMessagesScreen;
  return <Badge tone="alarm">{{ inactive, unapproved, none: messages.noMessage }[state]}</Badge>;
}

type BarProps = { name: string; zone: ZoneProgress; counts: ZoneProgress["email"] };

function Bar({ name, zone, counts: { state, toSend, pending, missed, excluded } }: BarProps) {
  const sent = toSend - pending - missed;
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-2 text-small tabular-nums">
        <span>{name}</span>
        <span className="text-right text-ink-2">
          {state === "nobody"
            ? texts.zones.nobody
            : messages.progress(formatCount(sent), formatCount(toSend))}
          {excluded > 0 && messages.excluded(formatCount(excluded))}
        </span>
      </div>
      <progress
        className="sr-only"
        aria-label={`${name}, ${labelOf(zone)}`}
        max={Math.max(toSend, 1)}
        value={sent}
      />
      <div
        aria-hidden="true"
        className={classNames(
          "state-mark h-[3px]",
          state === "nothing_sent" ? "border border-alarm" : "bg-rule",
        )}
      >
        <div
          className="h-full origin-left bg-accent transition-transform duration-[220ms]"
          style={{ transform: `scaleX(${toSend === 0 ? 0 : sent / toSend})` }}
        />
      </div>
    </div>
  );
}

function labelOf({ timezone }: ZoneProgress): string {
  return timezones.find(({ value }) => value === timezone)?.label ?? timezone;
}

function stateOf(
  { state, opensAt, missedPeople }: ZoneProgress,
  { now, message }: DeliveryProgressView,
) {
  if (missedPeople > 0) return `${texts.zones[state]}. ${texts.missed(missedPeople)}.`;
  if (state !== "waiting") return texts.zones[state];
  const untilMs = Date.parse(opensAt) - Date.parse(now);
  if (untilMs > 0) return messages.startsIn(formatDuration(untilMs));
  return message === "active" ? texts.zones.waiting : messages.startsWhenActive;
}

function reachOfEdit(zones: readonly ZoneProgress[]): string {
  const reached = zones.filter(({ state, hasStarted }) => state === "waiting" && !hasStarted);
  const isLost = ({ state }: ZoneProgress) => state === "nothing_sent" || state === "nobody";
  if (reached.length === 0) {
    return zones.some(isLost) ? messages.editReachesNobody : messages.editTooLate;
  }
  if (reached.length === zones.length) return messages.editReachesAll;
  return messages.editReaches(zoneNames(reached));
}
