/** A request of an admin screen, and how long the server may take for it at p95. */
export type ScreenCall = { path: (index: number) => string; allowedMs: number };

const allowedMs = 300;

const months = ["2026-08", "2026-09", "2026-10", "2026-11"];

/** The requests of the screens that read about subscribers, deliveries, and money. */
export const screenCalls: Record<string, ScreenCall> = {
  money: { path: () => "/api/admin/money", allowedMs },
  "money, all years": { path: () => "/api/admin/money?period=all", allowedMs },
  "money CSV": { path: () => "/api/admin/money/csv", allowedMs },
  "rows of churn": { path: (index) => rows("churned", index), allowedMs },
  "rows of charges": { path: (index) => rows("charged", index), allowedMs },
  "rows of MRR": { path: (index) => rows("mrr", index), allowedMs },
};

function rows(figure: string, index: number): string {
  const month = months[index % months.length] ?? "";
  return `/api/admin/money/rows?${new URLSearchParams({ figure, month }).toString()}`;
}
