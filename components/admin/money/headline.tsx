import { Definition } from "@/components/data/definition";
import { Figure, Figures } from "@/components/data/figure";
import { SiteLink } from "@/components/layout/site-link";
import type { MoneyFigure, MoneyOverview } from "@/lib/contracts/admin/money";
import { formatMoney, formatShare, monthName } from "@/lib/contracts/admin/money-format";
import { moneyFigureLabels as labels, moneyScreen } from "@/lib/messages/admin/money";
import { formatCount } from "@/lib/messages/counts";
import { rowsUrl } from "./rows-url";

type Shown = { overview: MoneyOverview };

/** The five figures at the top, each with how it's computed. */
export function Headline({ overview }: Shown) {
  return (
    <Figures columns={5}>
      <Mrr overview={overview} />
      <Arr overview={overview} />
      <Figure
        label={
          <Definition label={labels.paying} text={labels.payingText}>
            <RowsLink figure="paying" count={overview.paying} />
          </Definition>
        }
        value={formatCount(overview.paying)}
        note={
          <>
            <b>{formatCount(overview.pastDue)}</b>
            {labels.payingNote}
          </>
        }
      />
      <Churn overview={overview} />
      <Refunds overview={overview} />
    </Figures>
  );
}

function RowsLink({
  figure,
  count,
  month,
}: {
  figure: MoneyFigure;
  count: number;
  month?: string;
}) {
  return (
    <SiteLink href={rowsUrl(figure, month)} className="text-link text-ink">
      {moneyScreen.see(formatCount(count))}
    </SiteLink>
  );
}

function Mrr({ overview: { mrr, currency, plans, months, paying } }: Shown) {
  const current = months.at(-1);
  return (
    <Figure
      label={
        <Definition
          label={labels.mrr}
          text={labels.mrrText}
          sum={plans
            .filter(({ subscribers }) => subscribers > 0)
            .map((each) => [
              labels.planTerm(
                planName(each.plan),
                formatCount(each.subscribers),
                each.price === null ? null : formatMoney(each.price, currency),
              ),
              formatMoney(each.mrr, currency),
            ])}
          total={[labels.mrr, formatMoney(mrr, currency)]}
        >
          <RowsLink figure="mrr" count={paying} />
        </Definition>
      }
      value={formatMoney(mrr, currency)}
      note={
        current && (
          <>
            <b>{formatMoney(current.net, currency, { isSigned: true })}</b>
            {labels.mrrNote(monthName(current.month))}
          </>
        )
      }
    />
  );
}

/** One of our plans, or any other. */
export function planName(plan: string | null): "annual" | "monthly" | "other" {
  return plan === "annual" || plan === "monthly" ? plan : "other";
}

function Arr({ overview: { arr, arrYearAgo, currency } }: Shown) {
  const growth = arrYearAgo === null || arrYearAgo === 0 ? null : arr / arrYearAgo - 1;
  const sign = growth !== null && growth < 0 ? "−" : "+";
  return (
    <Figure
      label={<Definition label={labels.arr} text={labels.arrText} />}
      value={formatMoney(arr, currency)}
      note={
        growth === null ? (
          labels.arrNoteNone
        ) : (
          <>
            <b>{`${sign}${formatShare(Math.abs(growth))}`}</b>
            {labels.arrNote}
          </>
        )
      }
    />
  );
}

function Churn({ overview: { churn, currency, months } }: Shown) {
  const [last, before] = churn;
  if (!last || last.rate === null) {
    return (
      <Figure
        label={<Definition label={labels.churnNone} text={labels.churnText} />}
        value="–"
        note={labels.churnNoneNote}
      />
    );
  }
  const canceled = months.find(({ month }) => month === last.month)?.canceled ?? 0;
  return (
    <Figure
      label={
        <Definition
          label={labels.churn(monthName(last.month))}
          text={labels.churnText}
          sum={[
            [
              labels.churnSum(formatMoney(last.lost, currency), formatMoney(last.base, currency)),
              formatShare(last.rate, 1),
            ],
          ]}
        >
          <RowsLink figure="churned" month={last.month} count={canceled} />
        </Definition>
      }
      value={formatShare(last.rate, 1)}
      note={
        before && before.rate !== null
          ? labels.churnBefore(formatShare(before.rate, 1), monthName(before.month))
          : labels.churnBeforeNone
      }
    />
  );
}

function Refunds({ overview: { months, currency } }: Shown) {
  const current = months.at(-1);
  const refunds = current?.refunds ?? 0;
  return (
    <Figure
      label={
        <Definition label={labels.refunds} text={labels.refundsText}>
          <RowsLink figure="refunded" count={refunds} {...(current && { month: current.month })} />
        </Definition>
      }
      value={formatMoney(current?.refunded ?? 0, currency)}
      note={
        <>
          <b>{formatCount(refunds)}</b>
          {current && labels.refundsNote(monthName(current.month))}
        </>
      }
    />
  );
}
