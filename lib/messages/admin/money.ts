import { leaveAnswerNames } from "../billing";

/** The MRR such as `$72,150`. */
type Sum = { paying: number; mrr: string };

/** Alerts emailed to the operator. */
export const moneyAlertMessages = {
  differs: (
    { currency, own, paddle }: { currency: string; own: Sum; paddle: Sum },
    moneyUrl: string,
  ) => ({
    subject: `MRR in ${currency} differs from Paddle’s`,
    body:
      "The nightly comparison with Paddle found a difference:\n\n" +
      `Paying: ${own.paying} here, ${paddle.paying} at Paddle\n` +
      `MRR: ${own.mrr} here, ${paddle.mrr} at Paddle\n\n` +
      "Lost webhooks are repaired every night, so a difference that lasts two nights " +
      `needs a look: run \`npm run cli -- billing reconcile\`.\n\n${moneyUrl}`,
  }),
} as const;

/** The Money screen. Amounts, months, and days are already in words. */
export const moneyScreen = {
  title: "Money",
  loading: "Loading the figures",
  basis: (currency: string) => `${currency}, before tax. Months in New York time.`,
  matches: (time: string) => `Matches Paddle as of ${time}.`,
  notChecked: "Not compared with Paddle yet: that happens every night at 3:00 UTC.",
  differsTitle: "These figures differ from Paddle’s",
  differs: (own: { mrr: string; paying: string }, paddle: { mrr: string; paying: string }) =>
    `MRR is ${own.mrr} here and ${paddle.mrr} at Paddle; ${own.paying} and ${paddle.paying} people ` +
    "pay. Lost webhooks are repaired every night; if this lasts two nights, run the comparison.",
  period: "Period",
  periods: { "90d": "90 days", "12m": "12 months", all: "All" },
  csv: "CSV",
  currency: "Currency",
  emptyTitle: "No money yet",
  empty:
    "The first checkout starts these figures: trials, first payments, MRR, and who leaves. To see " +
    "them with made-up subscribers, run npm run cli -- seed --demo on an empty installation.",
  see: (count: string) => `See the ${count}`,
  seeAll: (count: string) => `See all ${count}`,
} as const;

/** The figures at the top. */
export const moneyFigureLabels = {
  mrr: "MRR",
  mrrText:
    "What active and past-due subscriptions bring in per month. Annual plans count as a twelfth. Trials and scheduled cancellations don’t count.",
  planTerm: (plan: "monthly" | "annual" | "other", subscribers: string, price: string | null) => {
    const each = price === null ? "" : ` × ${price}${plan === "annual" ? " ÷ 12" : ""}`;
    return `${subscribers} ${plan}${each}`;
  },
  mrrNote: (month: string) => ` in ${month}`,
  arr: "ARR",
  arrText: "What the subscriptions counted in MRR cost per year: MRR × 12.",
  arrNote: " in a year",
  arrNoteNone: "No figure from a year ago",
  paying: "Paying",
  payingText:
    "Active and past-due subscriptions without a scheduled cancellation. Past-due ones count until Paddle gives up.",
  payingNote: " past due",
  churn: (month: string) => `Churn, ${month}`,
  churnNone: "Churn",
  churnNoneNote: "After the first full month",
  churnText:
    "MRR lost in the month ÷ MRR on its first day. A scheduled cancellation or a pause is lost on the day it’s made.",
  churnSum: (lost: string, base: string) => `${lost} ÷ ${base}`,
  churnBefore: (rate: string, month: string) => `${rate} in ${month}`,
  churnBeforeNone: "Nothing to compare with",
  refunds: "Refunds",
  refundsText: "Refunded through Paddle this month, in full or in part, by the date of the refund.",
  refundsNote: (month: string) => ` in ${month}`,
} as const;

/** The charts and tables. */
export const moneyChartLabels = {
  month: "Month",
  soFar: (month: string) => `${month} so far`,
  movement: "MRR movement",
  movementText:
    "New: first counted in that month, or again after a pause or a withdrawn cancellation. Expansion and contraction: a change of plan. Churned: no longer counted.",
  movementNote: "Figures above the bars are net",
  movementSummary: (net: string, month: string, mrr: string) =>
    `Net ${net} in ${month}. MRR is ${mrr}. Enter opens a month’s changes.`,
  new: "New",
  expansion: "Expansion",
  contraction: "Contraction",
  churned: "Churned",
  net: "Net",
  subscribers: "Subscribers",
  weekly: "Weekly",
  week: "Week",
  subscribersSummary: (paying: string, trialing: string) =>
    `${paying} paying and ${trialing} on trial now.`,
  smallSummary: (label: string, count: string) => `${label}: ${count} now.`,
  paying: "Paying",
  trials: "Trials",
  pastDue: "Past due",
  paused: "Paused",
  funnel: "From trial to paid",
  funnelNote: (month: string) => `Trials that started in ${month}`,
  startedTrial: "Started a trial",
  signedUp: "Signed up",
  signedUpDetail: "Email, zone, number",
  paid: "Paid",
  paidDetail: "First charge",
  rate: (rate: string) => `${rate} of trials became paying`,
  rateBefore: (rate: string, month: string, isUp: boolean) =>
    `, ${isUp ? "up" : "down"} from ${rate} in ${month}.`,
  rateSame: (month: string) => `, the same as in ${month}.`,
  noTrials: (month: string) => `No trial started in ${month}.`,
  activity: "Trials, sign-ups, first payments",
  activityNote: "Monthly",
  activitySummary: (trials: string, month: string) => `${trials} trials started in ${month}.`,
  trialsStarted: "Trials",
  signUps: "Sign-ups",
  converted: "First paid",
  revenue: "Revenue and refunds",
  revenueText:
    "Charged through Paddle by the date of the charge, before tax and fees. An annual plan counts in full in its month. Refunds by their own date.",
  revenueSummary: (charged: string, refunded: string, month: string) =>
    `${charged} charged and ${refunded} refunded in ${month}. Enter opens a month’s charges.`,
  charged: "Charged",
  refunded: "Refunded",
  retention: "Retention",
  retentionText:
    "Of the people whose first charge was in that month, the share still counted in MRR at the end of each month since. The current month isn’t over.",
  retentionNote: "Months since first payment",
  firstPaid: "First paid",
  people: "People",
  noCohorts: "Cohorts appear after the first charge.",
  byPlan: "MRR by plan",
  plans: { annual: "Annual", monthly: "Monthly", other: "Other" },
  planPeople: (people: string, price: string | null) =>
    price === null ? people : `${people} at ${price}`,
  planCharged: (amount: string) => `${amount} charged in the period`,
  noPlans: "Nobody pays yet.",
  reasons: "Why people stop paying",
  reasonsText:
    "Inferred from what happened; people’s own answers are next to it. Cancellations during a trial aren’t counted, because nothing was paid.",
  reasonsNote: (month: string, people: string) => `${month}, ${people}, inferred`,
  noReasons: (month: string) => `Nobody stopped paying in ${month}.`,
  answers: "Why people leave",
  answersText:
    "What people answered when they ended their subscription here, in the period. The question is optional, and asked in trials, too.",
  answersNote: (people: string) => `${people} answered`,
  noAnswers: "No answers yet.",
  gifts: (people: string) => `${people} get the briefing for free, from your team.`,
  answerNames: leaveAnswerNames,
  reasonNames: {
    payment_failed: "Card kept failing",
    at_period_end: "Stopped here, at the end of the period",
    stopped: "Stopped here, right away",
    refunded: "Refunded",
    paused: "Paused",
    account_deleted: "Deleted their account",
    by_us: "Stopped by our team",
    at_paddle: "Stopped at Paddle",
  },
} as const;

/** Failed payments, and the rows behind a figure. */
export const moneyRowLabels = {
  retries: "Failed payments being retried",
  retriesNote: (people: string, amount: string) => `${people}, ${amount}`,
  noRetries: "No payment is being retried.",
  retriesHint: "Paddle decides when to retry. We email a link to change the card.",
  subscriber: "Subscriber",
  plan: "Plan",
  amount: "Amount",
  reason: "Reason",
  attempts: "Tried",
  attemptCount: (count: number) => (count === 1 ? "Once" : `${count} times`),
  since: "Past due since",
  noAccount: "No account yet",
  rowsTitle: {
    mrr: "What counts in MRR",
    paying: "Paying subscriptions",
    past_due: "Past-due subscriptions",
    new: "New MRR",
    expansion: "Expansion",
    contraction: "Contraction",
    churned: "Churned MRR",
    trial_started: "Trials started",
    converted: "First payments",
    canceled: "Stopped paying",
    charged: "Charges",
    refunded: "Refunds",
  },
  kinds: {
    trial_started: "Started a trial",
    started: "Started without a trial",
    converted: "First payment",
    renewed: "Renewed",
    plan_changed: "Changed the plan",
    cancel_scheduled: "Scheduled a cancellation",
    cancel_withdrawn: "Withdrew the cancellation",
    canceled: "Canceled",
    past_due: "Became past due",
    recovered: "Paid after a failure",
    paused: "Paused",
    resumed: "Resumed",
    refunded: "Refunded",
    payment_failed: "Payment failed",
    status_changed: "Became paying",
    active: "Active",
  } as Readonly<Record<string, string>>,
  what: "What happened",
  when: "When",
  loading: "Loading the rows",
  empty: "No rows",
  emptyText: "Nothing counts toward this figure that month.",
  more: "Show more",
  loadingMore: "Loading",
  back: "Back to Money",
  zone: "Times are in your time zone; months are in New York’s.",
} as const;
