import { receivedKinds, type ReceivedCalls, type ReceivedKind } from "../state/received";
import { html, type SafeHtml } from "./html";
import { formatShort } from "./local-time";
import { pageAddress, type PageQuery } from "./query";

const shownCalls = 40;

const kindNames: Record<ReceivedKind, string> = {
  analytics: "Analytics",
  forms: "Forms",
  automation: "Automation",
  inbound: "Replies",
};

/** What the service and phones sent to the sandbox, newest first. */
export function renderCallsTab(received: ReceivedCalls, query: PageQuery): SafeHtml {
  return html`<section class="one" aria-labelledby="calls-title">
    <div class="section-head">
      <h2 class="h3" id="calls-title">Calls</h2>
      <form method="post" action="/sandbox/page/calls/clear">
        <input type="hidden" name="back" value="${pageAddress(query, {})}" />
        <input type="hidden" name="kind" value="${query.calls}" />
        <button class="btn btn--quiet">Delete all of this kind</button>
      </form>
    </div>
    <nav class="tabs" aria-label="Kind of call">
      ${receivedKinds.map(
        (kind) =>
          html`<a
            href="${pageAddress(query, { calls: kind })}"
            ${query.calls === kind ? html`aria-current="page"` : null}
            >${kindNames[kind]}</a
          >`,
      )}
    </nav>
    <div data-part="calls">${renderCalls(received, query)}</div>
  </section>`;
}

/** The calls of the chosen kind. */
export function renderCalls(received: ReceivedCalls, { calls }: PageQuery): SafeHtml {
  const shown = received.latest(calls, shownCalls);
  if (shown.length === 0) return html`<p class="empty">None yet.</p>`;
  return html`<ol class="calls">
    ${shown.map(
      ({ receivedAt, body }) =>
        html`<li>
          <time class="small mute" datetime="${receivedAt}"
            >${formatShort(Date.parse(receivedAt))} UTC</time
          >
          <pre class="plain">${JSON.stringify(body, null, 2)}</pre>
        </li>`,
    )}
  </ol>`;
}
