"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert } from "@/components/ui/icons";
import { serviceStatus } from "@/lib/client/admin/settings";
import type { StatusView } from "@/lib/contracts/admin/settings";
import { cityHere } from "@/lib/calendar/zones";
import { formatCount } from "@/lib/messages/counts";
import { settingsMessages, settingsScreen as texts } from "@/lib/messages/admin/settings";
import { attentionMessages } from "@/lib/messages/admin/attention";
import { timesAre } from "@/lib/messages/admin/times";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { ProviderTable } from "./provider-table";
import { Row, Rows } from "./rows";
import { ServiceFacts } from "./service-facts";
import { WorkerList } from "./worker-list";

/** Whether the service works. */
export function StatusSection() {
  const query = useQuery(serviceStatus());
  return (
    <Loaded query={query} label={texts.loading} shape="columns">
      {(status) => <Status status={status} />}
    </Loaded>
  );
}

function Status({ status }: { status: StatusView }) {
  return (
    <>
      <Summary status={status} />
      <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[7fr_5fr]">
        <div className="grid min-w-0 content-start gap-12">
          <ProviderTable status={status} />
          <WorkerList status={status} />
          <AdminSection
            id="queues"
            title={texts.queues.title}
            action={<p className="text-small text-ink-3">{texts.queues.note}</p>}
          >
            <Rows>
              {status.queues.map(({ name, waiting }) => (
                <Row key={name} name={settingsMessages.queues[name]}>
                  {formatCount(waiting)}
                </Row>
              ))}
            </Rows>
          </AdminSection>
        </div>
        <ServiceFacts status={status} />
      </div>
    </>
  );
}

/** What is wrong, in words; the details are below. */
function problemsOf({ problems, backup, audit }: StatusView) {
  const codes = [...new Set(problems.map(({ code }) => code))];
  const delivery = codes.map((code) => {
    const details = problems.filter((each) => each.code === code).map(({ message }) => message);
    const title = code === "missed" ? texts.missed : attentionMessages.problems[code];
    return { key: code, title, detail: details.join("; ") };
  });
  return [
    ...delivery,
    ...(backup.isOverdue
      ? [{ key: "backup", title: texts.backupOverdue, detail: texts.backup.how }]
      : []),
    ...(audit && audit.problems > 0
      ? [{ key: "audit", title: texts.auditChanged, detail: texts.auditChangedDetail }]
      : []),
  ];
}

function Summary({ status }: { status: StatusView }) {
  const problems = problemsOf(status);
  const isFine = problems.length === 0;
  const Icon = isFine ? Check : CircleAlert;
  return (
    <section aria-labelledby="status">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="status" className="flex items-center gap-3 text-h3">
          <Icon
            size={22}
            strokeWidth={2}
            className={`flex-none ${isFine ? "text-accent" : "text-alarm"}`}
          />
          {isFine ? texts.works : texts.problems(problems.length)}
        </h2>
        <p className="text-small text-ink-3">{timesAre(cityHere())}</p>
      </div>
      {!isFine && (
        <ul className="mt-4 border-t border-rule">
          {problems.map(({ key, title, detail }) => (
            <li key={key} className="border-b border-rule py-2.5 text-label">
              <b className="font-medium text-alarm">{title}</b>
              <span className="block text-small text-ink-3">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
