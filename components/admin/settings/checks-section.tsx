"use client";

import { Check, CircleAlert } from "@/components/ui/icons";
import { useState } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { runChecks } from "@/lib/client/admin/settings";
import type { ChecksView } from "@/lib/contracts/admin/settings";
import { formatRecentTimeHere } from "@/lib/calendar/format";
import { settingsScreen } from "@/lib/messages/admin/settings";
import { AdminSection } from "../shell/page";
import { useAdminAction } from "../use-admin-action";
import { cellClass, headClass, rowClass, tableClass } from "./table-classes";

const texts = settingsScreen.checks;

type CheckResult = ChecksView["checks"][number];

const order = { fail: 0, warn: 1, pass: 2 } as const;

/** What `doctor` checks, at the press of a button. */
export function ChecksSection() {
  const [result, setResult] = useState<ChecksView>();
  const { submit, isBusy, failure } = useAdminAction({
    run: runChecks,
    changes: [],
    onDone: setResult,
  });
  return (
    <AdminSection
      id="checks"
      title={texts.title}
      className="mt-12"
      action={
        <Button
          variant="line"
          size="sm"
          isBusy={isBusy}
          busyLabel={texts.busy}
          onClick={() => submit()}
        >
          {texts.run}
        </Button>
      }
    >
      <ActionError className="pb-4">{failure}</ActionError>
      {result ? (
        <Results result={result} />
      ) : (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      )}
    </AdminSection>
  );
}

function Results({ result: { at, pass, warn, fail, checks } }: { result: ChecksView }) {
  const [now] = useState(() => new Date());
  return (
    <>
      <output className="block pb-4 text-label text-ink-2">
        {`${texts.counts(pass, warn, fail)}, ${texts.at(formatRecentTimeHere(at, now))}`}
      </output>
      <table className={tableClass}>
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col" className={`${headClass} w-60`}>
              {texts.check}
            </th>
            <th scope="col" className={headClass}>
              {texts.found}
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {checks
            .toSorted((a, b) => order[a.status] - order[b.status])
            .map((check) => (
              <ResultRow key={check.name} check={check} />
            ))}
        </tbody>
      </table>
    </>
  );
}

const tones = { pass: "text-accent", warn: "text-ink", fail: "text-alarm" } as const;

function ResultRow({ check: { name, status, detail, fix } }: { check: CheckResult }) {
  const Icon = status === "pass" ? Check : CircleAlert;
  return (
    <tr className={rowClass}>
      <th scope="row" className={cellClass}>
        <span className={classNames("flex gap-2.5", status === "fail" && "font-medium text-alarm")}>
          <Icon
            size={16}
            strokeWidth={2}
            className={classNames("mt-[3px] flex-none", tones[status])}
          />
          <span>
            {name}
            <span className="sr-only">{`: ${texts.states[status]}`}</span>
          </span>
        </span>
      </th>
      <td className={`${cellClass} max-md:mt-0.5 max-md:pl-6.5 max-md:text-small md:text-ink-2`}>
        {detail}
        {fix !== null && (
          <span className="mt-1 block max-w-[44rem] text-small text-ink-3">{texts.fix(fix)}</span>
        )}
      </td>
    </tr>
  );
}
