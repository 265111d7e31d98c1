import { BarList } from "@/components/data/chart/bar-list";
import { Definition } from "@/components/data/definition";
import { DataSection } from "@/components/data/section";
import { SiteLink } from "@/components/layout/site-link";
import type { MoneyOverview } from "@/lib/contracts/admin/money";
import {
  formatMoney,
  formatMonth,
  formatShare,
  monthName,
} from "@/lib/contracts/admin/money-format";
import { moneyChartLabels as labels, moneyScreen } from "@/lib/messages/admin/money";
import { countOf, formatCount } from "@/lib/messages/counts";
import { planName } from "./headline";
import { rowsUrl } from "./rows-url";

type Shown = { overview: MoneyOverview };

const note = "pt-4 text-small text-ink-2";

/** From the start of a trial to the first charge. */
export function Funnel({ overview: { funnel } }: Shown) {
  const { trials, signedUp, paid, month, rate, rateBefore } = funnel;
  const steps = [
    { key: "trials", label: labels.startedTrial, count: trials, before: null },
    {
      key: "signedUp",
      label: labels.signedUp,
      detail: labels.signedUpDetail,
      count: signedUp,
      before: trials,
    },
    { key: "paid", label: labels.paid, detail: labels.paidDetail, count: paid, before: trials },
  ];
  return (
    <DataSection title={labels.funnel} note={labels.funnelNote(monthName(month))}>
      {trials === 0 || rate === null ? (
        <p className="text-small text-ink-2">{labels.noTrials(formatMonth(month))}</p>
      ) : (
        <>
          <BarList
            rows={steps.map(({ count, before, ...step }) => ({
              ...step,
              value: formatCount(count),
              share: before === null ? "" : formatShare(count / before, 1),
              length: count / trials,
            }))}
          />
          <p className={note}>
            <SiteLink href={rowsUrl("trial_started", month)} className="text-link">
              {labels.rate(formatShare(rate))}
            </SiteLink>
            {rateBefore !== null &&
              (formatShare(rate) === formatShare(rateBefore)
                ? labels.rateSame(previousName(month))
                : labels.rateBefore(
                    formatShare(rateBefore),
                    previousName(month),
                    rate > rateBefore,
                  ))}
          </p>
        </>
      )}
    </DataSection>
  );
}

function previousName(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const before = number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, "0")}`;
  return monthName(before);
}

/** What each plan adds to MRR. */
export function PlanBars({ overview: { plans, mrr, currency } }: Shown) {
  return (
    <DataSection title={labels.byPlan}>
      {plans.length === 0 ? (
        <p className="text-small text-ink-2">{labels.noPlans}</p>
      ) : (
        <BarList
          rows={plans.map((each) => ({
            key: each.plan,
            label: labels.plans[planName(each.plan)],
            detail: (
              <>
                {labels.planPeople(
                  countOf(each.subscribers, "person", "people"),
                  each.price === null ? null : formatMoney(each.price, currency),
                )}
                {", "}
                {labels.planCharged(formatMoney(each.charged, currency))}
              </>
            ),
            value: formatMoney(each.mrr, currency),
            share: mrr > 0 ? formatShare(each.mrr / mrr) : "",
            length: mrr > 0 ? each.mrr / mrr : 0,
          }))}
        />
      )}
    </DataSection>
  );
}

/** What people answered when they canceled. */
export function AnswerBars({ overview: { answers, gifts } }: Shown) {
  const people = answers.rows.reduce((sum, row) => sum + row.people, 0);
  return (
    <DataSection
      title={<Definition label={labels.answers} text={labels.answersText} />}
      note={people > 0 && labels.answersNote(countOf(people, "person", "people"))}
    >
      {people === 0 ? (
        <p className="text-small text-ink-2">{labels.noAnswers}</p>
      ) : (
        <BarList
          isInk
          rows={answers.rows.map((row) => ({
            key: row.answer,
            label: labels.answerNames[row.answer],
            value: formatCount(row.people),
            share: formatShare(row.people / people),
            length: row.people / people,
          }))}
        />
      )}
      {answers.comments.map(({ comment, at }) => (
        <p key={at} className={note}>
          “{comment}”
        </p>
      ))}
      {gifts > 0 && <p className={note}>{labels.gifts(countOf(gifts, "person", "people"))}</p>}
    </DataSection>
  );
}

/** Why people stopped paying. */
export function ReasonBars({ overview: { reasons } }: Shown) {
  const people = reasons.rows.reduce((sum, { subscribers }) => sum + subscribers, 0);
  const month = formatMonth(reasons.month);
  return (
    <DataSection
      title={<Definition label={labels.reasons} text={labels.reasonsText} />}
      note={people > 0 && labels.reasonsNote(month, countOf(people, "person", "people"))}
    >
      {people === 0 ? (
        <p className="text-small text-ink-2">{labels.noReasons(month)}</p>
      ) : (
        <>
          <BarList
            isInk
            rows={reasons.rows.map(({ reason, subscribers }) => ({
              key: reason,
              label: labels.reasonNames[reason],
              value: formatCount(subscribers),
              share: formatShare(subscribers / people),
              length: subscribers / people,
            }))}
          />
          <p className={note}>
            <SiteLink href={rowsUrl("churned", reasons.month)} className="text-link">
              {moneyScreen.seeAll(formatCount(people))}
            </SiteLink>
          </p>
        </>
      )}
    </DataSection>
  );
}
