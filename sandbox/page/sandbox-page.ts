import type { SandboxParts } from "../parts";
import { renderCalls, renderCallsTab } from "./calls-tab";
import { renderClock, renderClockState, renderTotals } from "./controls";
import { renderCustomersTab } from "./customers-tab";
import { renderFaults, renderFaultsTab } from "./faults-tab";
import type { Entered } from "./fields";
import { html, type SafeHtml } from "./html";
import { mark, renderDocument } from "./layout";
import { renderMessageDetail } from "./message-detail";
import { listLength, renderMessageList } from "./message-list";
import { pageAddress, pageFilter, pageTabs, type PageQuery } from "./query";
import type { PageTotals } from "./totals";

/** The parts of the page that the script refreshes, as far as the tab shows them. */
export type PageState = {
  now: string;
  rate: number;
  parts: { clock: string; totals: string } & Partial<Record<"list" | "faults" | "calls", string>>;
};

export function readPageState(
  query: PageQuery,
  parts: SandboxParts,
  totals: PageTotals,
): PageState {
  const reading = parts.clock.read();
  const always = {
    clock: renderClockState(reading).markup,
    totals: renderTotals(totals.read()).markup,
  };
  return { now: reading.now, rate: reading.rate, parts: { ...always, ...tabParts(query, parts) } };
}

function tabParts(query: PageQuery, parts: SandboxParts): Partial<PageState["parts"]> {
  switch (query.tab) {
    case "messages":
      return { list: renderList(query, parts).markup };
    case "faults":
      return { faults: renderFaults(parts.faults.list()).markup };
    case "calls":
      return { calls: renderCalls(parts.received, query).markup };
    case "customers":
      break;
  }
  return {};
}

function renderList(query: PageQuery, { messages }: SandboxParts): SafeHtml {
  const found = messages.latest(pageFilter(query), listLength + 1);
  return renderMessageList(found.slice(0, listLength), found.length > listLength, query);
}

const tabNames = {
  messages: "Messages",
  faults: "Faults",
  customers: "Customers",
  calls: "Calls",
} as const;

/**
 * The page.
 *
 * @param refused why the last form wasn't carried out, and what was typed into it
 */
export function renderSandboxPage(
  query: PageQuery,
  parts: SandboxParts,
  totals: PageTotals,
  refused: { message: string; entered: Entered } | null = null,
): string {
  const reading = parts.clock.read();
  const isOpen = query.tab === "messages" && query.id !== undefined;
  const body = html`<header class="top">
      <a class="brand" href="/"
        >${mark}<span>${parts.brandName}</span> <span class="caps mute">Sandbox</span></a
      >
      <nav class="links" aria-label="Service">
        <a class="link" href="${parts.siteUrl}/">Site</a>
        <a class="link" href="${parts.siteUrl}/admin">Admin</a>
      </nav>
    </header>
    <main
      class="${isOpen ? "wrap has-open" : "wrap"}"
      data-now="${reading.now}"
      data-rate="${reading.rate}"
    >
      <h1 class="sr">Sandbox: ${tabNames[query.tab].toLowerCase()}</h1>
      ${renderClock(reading, pageAddress(query, {}))}
      <section class="totals" aria-label="Totals" data-part="totals">
        ${renderTotals(totals.read())}
      </section>
      <nav class="tabs tabs--page" aria-label="Sandbox">
        ${pageTabs.map(
          (tab) =>
            html`<a
              href="${tab === "messages" ? "/" : `/?tab=${tab}`}"
              ${query.tab === tab ? html`aria-current="page"` : null}
              >${tabNames[tab]}</a
            >`,
        )}
      </nav>
      ${renderOutcome(query, refused)} ${renderTab(query, parts, refused?.entered ?? {})}
    </main>
    <script src="/sandbox/page/page.js" defer></script>`;
  return renderDocument(`${parts.brandName} sandbox`.trim(), body);
}

function renderOutcome(
  { answer }: PageQuery,
  refused: { message: string } | null,
): SafeHtml | null {
  if (refused) return html`<p class="outcome" role="alert">${refused.message}</p>`;
  if (answer === undefined) return null;
  return html`<p class="outcome" role="status">
    Done.${answer >= 200 ? ` The service answered ${answer}.` : ""}
  </p>`;
}

function renderTab(query: PageQuery, parts: SandboxParts, entered: Entered): SafeHtml {
  switch (query.tab) {
    case "faults":
      return renderFaultsTab(parts.faults.list(), entered);
    case "customers":
      return renderCustomersTab(parts.database, entered);
    case "calls":
      return renderCallsTab(parts.received, query);
    case "messages":
      break;
  }
  const open = query.id === undefined ? null : parts.messages.find(query.id);
  return html`<div class="columns">
    <section class="messages" aria-labelledby="messages-title">
      <div class="section-head">
        <h2 class="h3" id="messages-title">Messages</h2>
        <form method="post" action="/sandbox/page/messages/clear">
          <input type="hidden" name="back" value="/" />
          <button class="btn btn--quiet">Delete all</button>
        </form>
      </div>
      ${renderFilters(query)}
      <div data-part="list">${renderList(query, parts)}</div>
    </section>
    <section class="detail" aria-label="Open message">
      ${renderMessageDetail(open, query, parts)}
    </section>
  </div>`;
}

function renderFilters(query: PageQuery): SafeHtml {
  const choices = [
    ["all", "All"],
    ["email", "Emails"],
    ["sms", "Texts"],
  ] as const;
  return html`<div class="filters">
    <nav class="tabs" aria-label="Message type">
      ${choices.map(
        ([show, label]) =>
          html`<a
            href="${pageAddress(query, { show, before: undefined, id: undefined })}"
            ${query.show === show ? html`aria-current="page"` : null}
            >${label}</a
          >`,
      )}
    </nav>
    <form class="search" role="search" action="/">
      ${query.show === "all" ? null : html`<input type="hidden" name="show" value="${query.show}" />`}
      <label class="sr" for="search">Search by email address or phone number</label>
      <input id="search" type="search" name="q" value="${query.q}" placeholder="Email or phone" />
      <button class="btn btn--line">Search</button>
    </form>
  </div>`;
}
