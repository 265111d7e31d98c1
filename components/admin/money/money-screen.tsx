"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "@/components/ui/icons";
import { useState, type ReactNode } from "react";
import { AdminPage } from "@/components/admin/shell/page";
import { Loaded } from "@/components/admin/shell/loaded";
import { Segments } from "@/components/data/segments";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { money, moneyCsvUrl } from "@/lib/client/admin/money";
import { moneyPeriods, type MoneyOverview, type MoneyPeriod } from "@/lib/contracts/admin/money";
import { formatMoney } from "@/lib/contracts/admin/money-format";
import { formatDateTimeHere } from "@/lib/calendar/format";
import { moneyScreen as messages } from "@/lib/messages/admin/money";
import { formatCount } from "@/lib/messages/counts";
import { ActivityChart, MovementChart, RevenueChart, SubscribersChart } from "./charts";
import { Headline } from "./headline";
import { Funnel, AnswerBars, PlanBars, ReasonBars } from "./bars";
import { Retention } from "./retention";
import { Retries } from "./retries";

/** `/admin/money`. */
export function MoneyScreen() {
  const [period, setPeriod] = useState<MoneyPeriod>("12m");
  const [currency, setCurrency] = useState<string>();
  const shown = { period, currency };
  const query = useQuery({ ...money(shown), placeholderData: (previous) => previous });
  const currencies = query.data?.currencies ?? [];
  const current = currency ?? query.data?.currency ?? "";
  return (
    <AdminPage
      title={messages.title}
      action={
        <div className="flex flex-wrap gap-2">
          {currencies.length > 1 && (
            <Segments
              label={messages.currency}
              options={currencies.map((value) => ({ value, label: value }))}
              value={current}
              onChange={setCurrency}
            />
          )}
          <Segments
            label={messages.period}
            options={moneyPeriods.map((value) => ({ value, label: messages.periods[value] }))}
            value={period}
            onChange={setPeriod}
          />
          <a
            href={moneyCsvUrl(shown)}
            download
            className={`${buttonClass({ variant: "line", size: "sm" })} min-h-11 md:min-h-9`}
          >
            <Download size={16} strokeWidth={1.6} />
            {messages.csv}
          </a>
        </div>
      }
    >
      <Loaded query={query} label={messages.loading} shape="figures">
        {(overview) => (isEmpty(overview) ? <NoMoney /> : <Figures overview={overview} />)}
      </Loaded>
    </AdminPage>
  );
}

function isEmpty({ months, paying, trialing }: MoneyOverview): boolean {
  return paying === 0 && trialing === 0 && months.every((each) => each.trialsStarted === 0);
}

function NoMoney() {
  return <EmptyState title={messages.emptyTitle}>{messages.empty}</EmptyState>;
}

function Figures({ overview }: { overview: MoneyOverview }) {
  const { currency, check } = overview;
  const isMatch = check?.matches === true;
  return (
    <>
      <p className="mt-1 mb-6 text-small text-ink-2">
        {messages.basis(currency)} {check === null && messages.notChecked}
        {check !== null && isMatch && messages.matches(formatDateTimeHere(check.at))}
      </p>
      {check !== null && !isMatch && (
        <div className="mb-6">
          <Alert title={messages.differsTitle}>
            {messages.differs(
              { mrr: formatMoney(check.mrr, currency), paying: formatCount(check.paying) },
              {
                mrr: formatMoney(check.paddleMrr, currency),
                paying: formatCount(check.paddlePaying),
              },
            )}
          </Alert>
        </div>
      )}
      <Headline overview={overview} />
      <MovementChart overview={overview} />
      <Pair>
        <SubscribersChart overview={overview} />
        <Funnel overview={overview} />
      </Pair>
      <Retention overview={overview} />
      <Pair>
        <ReasonBars overview={overview} />
        <AnswerBars overview={overview} />
      </Pair>
      <Pair>
        <PlanBars overview={overview} />
        <RevenueChart overview={overview} />
      </Pair>
      <Pair>
        <ActivityChart overview={overview} />
      </Pair>
      <Retries overview={overview} />
    </>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="mt-12 grid grid-cols-1 gap-12 lg:grid-cols-2 lg:gap-x-16">{children}</div>;
}
