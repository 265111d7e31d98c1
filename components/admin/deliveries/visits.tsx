import { BarList } from "@/components/data/chart/bar-list";
import { Definition } from "@/components/data/definition";
import { deliveriesKey, setTracking } from "@/lib/client/admin/deliveries";
import type { Visits as VisitsView } from "@/lib/contracts/admin/deliveries";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { formatCount } from "@/lib/messages/counts";
import { ConfirmAction } from "../shell/confirm-action";
import { useMayDo } from "../shell/gate";
import { AdminSection } from "../shell/page";
import { formatRate } from "./format";

const texts = deliveriesMessages.visits;

/** Opens and clicks of a day, or how to turn them on. */
export function Visits({ visits, delivered }: { visits: VisitsView; delivered: number }) {
  const { isTracking, opened, openedByMachine, clicked } = visits;
  const isEmpty = opened + openedByMachine + clicked === 0;
  return (
    <AdminSection
      id="visits"
      title={texts.title}
      action={<span className="text-small text-ink-3">{isTracking ? texts.on : texts.off}</span>}
    >
      {isEmpty ? (
        <p className="text-label text-ink-2">{isTracking ? texts.noneYet : texts.offText}</p>
      ) : (
        <Counts visits={visits} delivered={delivered} />
      )}
      <Switch isTracking={isTracking} />
    </AdminSection>
  );
}

function Counts({ visits, delivered }: { visits: VisitsView; delivered: number }) {
  const { opened, openedByMachine, clicked, links } = visits;
  const most = Math.max(1, ...links.map(({ people }) => people));
  const rows = [
    { label: texts.opened, how: texts.openedHow, people: opened },
    { label: texts.machine, how: texts.machineHow, people: openedByMachine },
    { label: texts.clicked, how: texts.clickedHow, people: clicked },
  ];
  return (
    <>
      <dl className="border-t border-rule text-label">
        {rows.map(({ label, how, people }) => (
          <div key={label} className="flex justify-between gap-4 border-b border-rule py-2.5">
            <dt className="text-ink-2">
              <Definition label={label} text={how} />
            </dt>
            <dd className="text-right tabular-nums">
              <span className="font-medium">{formatCount(people)}</span>
              {delivered > 0 && (
                <span className="block text-fine text-ink-3">
                  {texts.ofDelivered(formatRate(people, delivered))}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 mb-2 font-sans text-label font-medium">{texts.links}</h3>
      {links.length === 0 ? (
        <p className="text-label text-ink-2">{texts.noLinks}</p>
      ) : (
        <BarList
          rows={links.map(({ link, people }) => ({
            key: link,
            label: <span className="[overflow-wrap:anywhere]">{link}</span>,
            value: formatCount(people),
            length: people / most,
          }))}
        />
      )}
    </>
  );
}

function Switch({ isTracking }: { isTracking: boolean }) {
  if (!useMayDo("manage")) {
    return isTracking ? null : <p className="mt-4 text-label text-ink-3">{texts.askOwner}</p>;
  }
  const shared = { refetch: deliveriesKey, className: "mt-4 max-md:min-h-11" };
  return isTracking ? (
    <ConfirmAction
      {...shared}
      label={texts.turnOff}
      title={texts.turnOffTitle}
      steps={texts.turnOffSteps}
      act={() => setTracking(false)}
      done={texts.turnedOff}
    />
  ) : (
    <ConfirmAction
      {...shared}
      label={texts.turnOn}
      title={texts.turnOnTitle}
      steps={texts.turnOnSteps}
      act={() => setTracking(true)}
      done={texts.turnedOn}
    />
  );
}
