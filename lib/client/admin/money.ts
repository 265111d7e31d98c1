import { infiniteQueryOptions } from "@tanstack/react-query";
import {
  moneyEndpoints,
  moneyOverviewSchema,
  moneyRowsSchema,
  type MoneyFigure,
  type MoneyPeriod,
} from "@/lib/contracts/admin/money";
import { adminJson, adminQuery } from "../admin";
import { silent } from "../query-client";

type Shown = { period: MoneyPeriod; currency?: string | undefined };

function search(parameters: Record<string, string | undefined>): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return new URLSearchParams(entries).toString();
}

/** The figures of the Money screen. */
export function money(shown: Shown) {
  return {
    ...adminQuery(
      ["admin", "money", shown],
      `${moneyEndpoints.overview}?${search(shown)}`,
      moneyOverviewSchema,
    ),
    meta: silent,
  };
}

/** Where the months can be downloaded. */
export function moneyCsvUrl(shown: Shown): string {
  return `${moneyEndpoints.csv}?${search(shown)}`;
}

/** Pages of the rows behind a figure, newest first. */
export function moneyRows(shown: { figure: MoneyFigure; month?: string | undefined }) {
  return infiniteQueryOptions({
    queryKey: ["admin", "money", "rows", shown],
    queryFn: ({ pageParam, signal }) => {
      const query = search({ ...shown, cursor: pageParam });
      return adminJson(`${moneyEndpoints.rows}?${query}`, moneyRowsSchema, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: silent,
  });
}
