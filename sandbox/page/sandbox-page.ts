import type { SandboxParts } from "../parts";
import {
  renderClock,
  renderClockState,
  renderFaults,
  renderMagicNumbers,
  renderTotals,
} from "./controls";
import { html, type SafeHtml } from "./html";
import { mark, renderDocument } from "./layout";
import { renderMessageDetail } from "./message-detail";
import { listLength, renderMessageList } from "./message-list";
import { pageAddress, pageFilter, type PageQuery } from "./query";
import type { PageTotals } from "./totals";

/** The parts of the page that the script refreshes. */
export type PageState = {
  now: string;
  rate: number;
  parts: { clock: string; list: string; totals: string; faults: string };
};

export function readPageState(
  query: PageQuery,
  parts: SandboxParts,
  totals: PageTotals,
): PageState {
  const reading = parts.clock.read();
  return {
    now: reading.now,
    rate: reading.rate,
    parts: {
      clock: renderClockState(reading).markup,
      list: renderList(query, parts).markup,
      totals: renderTotals(totals.read()).markup,
      faults: renderFaults(parts.faults.list()).markup,
    },
  };
}

function renderList(query: PageQuery, { messages }: SandboxParts): SafeHtml {
  const found = messages.latest(pageFilter(query), listLength + 1);
  return renderMessageList(found.slice(0, listLength), found.length > listLength, query);
}

export function renderSandboxPage(
  query: PageQuery,
  parts: SandboxParts,
  totals: PageTotals,
): string {
  const reading = parts.clock.read();
  const open = query.id === undefined ? null : parts.messages.find(query.id);
  const back = pageAddress(query, {});
  const body = html`<header class="top">
      <a class="brand" href="/">${mark}<span>${parts.brandName}</span></a>
      <p class="caps mute">Sandbox</p>
    </header>
    <main
      class="${query.id === undefined ? "wrap" : "wrap has-open"}"
      data-now="${reading.now}"
      data-rate="${reading.rate}"
    >
      <h1 class="sr">Sandbox: sent emails and texts</h1>
      ${renderClock(reading, back)}
      <div class="columns">
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
      </div>
      <div class="columns columns--even">
        <section aria-labelledby="totals-title">
          <h2 class="h3" id="totals-title">Totals</h2>
          <div data-part="totals">${renderTotals(totals.read())}</div>
        </section>
        <section aria-labelledby="faults-title">
          <div class="section-head">
            <h2 class="h3" id="faults-title">Faults</h2>
            <form method="post" action="/sandbox/page/faults/clear">
              <input type="hidden" name="back" value="${back}" />
              <button class="btn btn--quiet">Clear all</button>
            </form>
          </div>
          <div data-part="faults">${renderFaults(parts.faults.list())}</div>
        </section>
        <section aria-labelledby="numbers-title">
          <h2 class="h3" id="numbers-title">Test numbers</h2>
          <details>
            <summary>Show test numbers</summary>
            ${renderMagicNumbers()}
          </details>
        </section>
      </div>
    </main>
    <script src="/sandbox/page/page.js" defer></script>`;
  return renderDocument(`${parts.brandName} sandbox`.trim(), body);
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
