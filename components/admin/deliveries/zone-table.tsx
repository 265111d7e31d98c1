import { WideTable } from "@/components/data/wide-table";
import { shortTimezone } from "@/lib/contracts/timezones";
import { classNames } from "@/components/ui/class-names";
import type { PeopleFilter } from "@/lib/client/admin/deliveries";
import type { DeliveryDayView, Figures } from "@/lib/contracts/admin/deliveries";
import { deliveriesMessages as texts } from "@/lib/messages/admin/deliveries";
import { briefingStateMessages } from "@/lib/messages/admin/briefing-state";
import { countOf, formatCount } from "@/lib/messages/counts";
import { addFigures, formatRate } from "./format";

const channelNames = ["email", "sms"] as const;
const numberCell = "py-2.5 pl-4 text-right whitespace-nowrap tabular-nums";

type ZoneTableProps = {
  zones: DeliveryDayView["zones"];
  onShowPeople: (filter: PeopleFilter) => void;
};

/** A day by zone and channel. */
export function ZoneTable({ zones, onShowPeople }: ZoneTableProps) {
  const { day, channels, outcomes } = texts;
  return (
    <WideTable label={day.zones}>
      <table className="w-full border-collapse border-b border-ink text-label leading-5">
        <thead>
          <tr className="text-fine text-ink-3">
            <th
              scope="col"
              rowSpan={2}
              className="border-b border-ink py-2.5 text-left font-medium"
            >
              {day.zone}
            </th>
            {channelNames.map((channel) => (
              <th
                key={channel}
                scope="colgroup"
                colSpan={5}
                className="pt-2.5 text-center font-medium"
              >
                {channels[channel]}
              </th>
            ))}
          </tr>
          <tr className="border-b border-ink text-fine text-ink-3 [&>th]:py-2.5 [&>th]:pl-4 [&>th]:text-right [&>th]:font-medium [&>th]:whitespace-nowrap">
            {channelNames.flatMap((channel) => [
              <th key={`${channel} to send`} scope="col">
                {day.toSend}
              </th>,
              <th key={`${channel} delivered`} scope="col">
                {day.delivered}
              </th>,
              <th key={`${channel} unconfirmed`} scope="col">
                {outcomes.accepted}
              </th>,
              <th key={`${channel} not`} scope="col">
                {day.notDelivered}
              </th>,
              <th key={`${channel} rate`} scope="col">
                {day.rate}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {zones.map((zone) => (
            <tr key={zone.timezone} className="border-b border-rule">
              <th scope="row" className="py-2.5 text-left font-normal">
                {shortTimezone(zone.timezone)}
                <span
                  className={classNames(
                    "block text-fine whitespace-nowrap",
                    zone.missedPeople > 0 ? "text-alarm" : "text-ink-3",
                  )}
                >
                  {stateOf(zone)}
                </span>
              </th>
              {channelNames.map((channel) => (
                <Cells
                  key={channel}
                  figures={zone[channel]}
                  label={day.peopleIn(channels[channel], shortTimezone(zone.timezone))}
                  onShow={() =>
                    onShowPeople({ channel, timezone: zone.timezone, outcome: "undelivered" })
                  }
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-medium">
          <tr className="border-t border-ink">
            <th scope="row" className="py-2.5 text-left font-medium">
              {day.allZones}
            </th>
            {channelNames.map((channel) => (
              <Cells
                key={channel}
                figures={addFigures(...zones.map((zone) => zone[channel]))}
                label={day.peopleIn(channels[channel], day.allZones)}
                onShow={() => onShowPeople({ channel, outcome: "undelivered" })}
              />
            ))}
          </tr>
        </tfoot>
      </table>
    </WideTable>
  );
}

/** `Closed, nothing sent: 805 people`. */
function stateOf({ state, missedPeople }: DeliveryDayView["zones"][number]): string {
  const text = briefingStateMessages.zones[state];
  return missedPeople > 0 ? `${text}: ${countOf(missedPeople, "person", "people")}` : text;
}

function Cells({
  figures,
  label,
  onShow,
}: {
  figures: Figures;
  label: string;
  onShow: () => void;
}) {
  const { toSend, delivered, accepted, pending, failed, missed } = figures;
  const not = failed + missed;
  return (
    <>
      <td className={numberCell}>{formatCount(toSend)}</td>
      <td className={numberCell}>{formatCount(delivered)}</td>
      <td className={numberCell}>{formatCount(accepted + pending)}</td>
      <td className={numberCell}>
        {not === 0 ? (
          <span className="text-ink-3">0</span>
        ) : (
          <button
            type="button"
            onClick={onShow}
            className={classNames(
              "-my-2.5 min-h-10 min-w-6 text-right underline decoration-edge decoration-1 underline-offset-[.22em] hover:decoration-current",
              missed > 0 && "font-medium text-alarm",
            )}
          >
            {formatCount(not)}
            <span className="sr-only"> {label}</span>
          </button>
        )}
      </td>
      <td className={numberCell}>{formatRate(delivered, toSend)}</td>
    </>
  );
}
