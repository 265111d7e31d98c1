import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ImportView } from "@/lib/contracts/admin/imports";
import { renderedTags, renderedText } from "@/tests/support/rendered-markup";
import { CheckStep } from "./check-step";

const view: ImportView = {
  id: 7,
  fileName: "readers.csv",
  by: "dana",
  source: "unknown",
  state: "checked",
  total: 3,
  processed: 0,
  counts: { added: 3, updated: 0, unchanged: 0, rejected: 0 },
  createdAt: "2026-11-20T15:00:00Z",
  startedAt: null,
  finishedAt: null,
  undoneAt: null,
  canUndo: false,
  columns: [
    { header: "email", firstValue: "a@sample.example", column: "email", optedOut: null },
    { header: "List status", firstValue: "Subscribed", column: null, optedOut: 2 },
    { header: "Phone", firstValue: "(415) 555-2671", column: "phone", optedOut: null },
  ],
  fixes: {},
  defaultStatus: null,
  country: null,
  countries: ["US", "GB"],
  notes: { emailOff: 2, names: 0, phones: 1, timezones: 3 },
  problems: [],
};

const render = (changes: Partial<ImportView>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <CheckStep view={{ ...view, ...changes }} onClose={() => undefined} />
    </QueryClientProvider>,
  );

test("a column that looks like a status has to be decided, and says how many opted out", () => {
  const text = renderedText(render({}));
  expect(text).toContain("2 people look unsubscribed here.");
  expect(text).toContain(
    "Choose what “List status” means first, or that it isn’t imported. 2 people look unsubscribed.",
  );
});

test("a decided one doesn't", () => {
  const columns = view.columns.map((each) =>
    each.optedOut === null ? each : { ...each, column: "email_on" as const },
  );
  expect(renderedText(render({ columns }))).not.toContain("look unsubscribed");
});

test("says who gets no email and what is left out, and offers a country for the numbers", () => {
  const markup = render({});
  const text = renderedText(markup);
  expect(text).toContain(
    "2 people will get no email, because the file says that they opted out or can’t be reached.",
  );
  expect(text).toContain(
    "Left out, though the people are imported: 1 phone number that can’t be read or texted and 3 time zones that we don’t send in.",
  );
  expect(text).toContain("United States (+1)United Kingdom (+44)");
  const offered = renderedTags(markup).filter(({ name }) => name === "option");
  expect(offered.map(({ attributes }) => attributes.get("value"))).not.toContain("sms_on");
});

test("says nothing of a file without any of that", () => {
  const notes = { emailOff: 0, names: 0, phones: 0, timezones: 0 };
  const text = renderedText(render({ notes, columns: view.columns.slice(0, 1) }));
  expect(text).not.toMatch(/Left out|will get no email|without a country code/);
});
