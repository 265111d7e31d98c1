import { lifecycleEvents } from "../paddle/account";
import { plans } from "../paddle/catalog";
import { deliverModes } from "../paddle/notifier";
import { faultEndpoints, faultModes, faultProviders } from "../state/faults";
import { receivedKinds } from "../state/received";
import { magicNumbers } from "../twilio/magic-numbers";
import { html, type SafeHtml } from "./html";
import { mark, renderDocument } from "./layout";

const rates = [1, 10, 60, 600, 3_600];

function field(name: string, label: string, hint = "", type = "text"): SafeHtml {
  return html`<p>
    <label for="${name}">${label}</label
    ><input
      id="${name}"
      name="${name}"
      type="${type}"
      ${type === "number" ? html`min="0" step="any"` : null}
      ${type === "email" ? html`required` : null}
      placeholder="${hint}"
      autocomplete="off"
    />
  </p>`;
}

function choice(name: string, label: string, options: readonly string[]): SafeHtml {
  return html`<p>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map((option) => html`<option value="${option}">${option || "as usual"}</option>`)}
    </select>
  </p>`;
}

/** A button that calls an endpoint of the sandbox. */
function callButton(call: string, label: string): SafeHtml {
  return html`<form data-call="${call}"><button class="btn btn--quiet">${label}</button></form>`;
}

const clock = html`<section class="clock" aria-labelledby="clock-title">
  <h2 class="caps" id="clock-title">Clock</h2>
  <div class="times">
    <p>
      <span class="small mute">New York</span>
      <span class="time num" data-zone="America/New_York">–</span>
    </p>
    <p>
      <span class="small mute">London</span>
      <span class="time num" data-zone="Europe/London">–</span>
    </p>
  </div>
  <p class="small" data-part="clock"></p>
  <form class="fields" id="clock">
    ${field("date", "Date", "", "date")} ${field("time", "Time", "", "time")}
    <p>
      <label for="zone">Time zone</label>
      <select id="zone" name="zone">
        <option value="America/New_York">New York</option>
        <option value="Europe/London">London</option>
        <option>UTC</option>
      </select>
    </p>
    <p>
      <label for="rate">Speed</label>
      <select id="rate" name="rate">
        ${rates.map(
          (rate) => html`<option value="${rate}">${rate === 1 ? "Real time" : `${rate}×`}</option>`,
        )}
      </select>
    </p>
    <div class="actions">
      <button class="btn btn--solid" value="set">Set the clock</button>
      <button class="btn btn--line" value="rate">Change speed only</button>
      <button class="btn btn--line" value="briefing">Go to 7:40 AM before the next briefing</button>
      <button class="btn btn--quiet" value="real">Back to real time</button>
    </div>
  </form>
</section>`;

const messages = html`<div class="columns" data-tab="messages" hidden>
  <section class="messages" aria-labelledby="messages-title">
    <div class="section-head">
      <h2 class="h3" id="messages-title">Messages</h2>
      ${callButton("DELETE /sandbox/messages", "Delete all")}
    </div>
    <div class="filters">
      <nav class="tabs" aria-label="Message type">
        <a data-set="show=">All</a>
        <a data-set="show=email">Emails</a>
        <a data-set="show=sms">Texts</a>
      </nav>
      <form class="search" role="search" action="/">
        <label class="sr" for="search">Search by email address or phone number</label>
        <input id="search" type="search" name="q" placeholder="Email or phone" />
        <button class="btn btn--line">Search</button>
      </form>
    </div>
    <div data-part="list"></div>
  </section>
  <section class="detail" aria-label="Open message" data-part="detail"></section>
</div>`;

const faults = html`<div class="columns" data-tab="faults" hidden>
  <section aria-labelledby="faults-title">
    <div class="section-head">
      <h2 class="h3" id="faults-title">Faults</h2>
      ${callButton("DELETE /sandbox/faults", "Delete all")}
    </div>
    <div data-part="faults"></div>
  </section>
  <section aria-labelledby="add-fault-title">
    <h2 class="h3" id="add-fault-title">Add a fault</h2>
    <form class="fields" data-call="POST /sandbox/faults">
      ${choice("provider", "Provider", faultProviders)}
      ${choice("mode", "What happens", faultModes)}
      ${choice("endpoint", "Calls", ["", ...faultEndpoints])}
      ${field("count", "How often", "until deleted", "number")}
      ${field("probability", "Share of calls, from 0 to 1", "1, or 0.5", "number")}
      ${field("status", "HTTP status", "500, or 429", "number")}
      ${field("delayMs", "Delay in ms", "as usual", "number")}
      <div class="actions"><button class="btn btn--solid">Add the fault</button></div>
    </form>
    <h2 class="h3 gap">Test numbers</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Code</th>
          <th scope="col" class="left">Result</th>
        </tr>
      </thead>
      <tbody>
        ${magicNumbers.map(
          ({ number, code, outcome, meaning }) =>
            html`<tr>
              <th scope="row" class="num">${number}</th>
              <td>${code}</td>
              <td class="left">${meaning}, ${outcome}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>
</div>`;

const customers = html`<div class="columns" data-tab="customers" hidden>
  <section aria-labelledby="buy-title">
    <h2 class="h3" id="buy-title">Buy</h2>
    <p class="small mute">A free trial with its webhooks, as if someone had checked out.</p>
    <form class="fields" data-call="POST /sandbox/paddle/checkout">
      ${field("email", "Email", "", "email")} ${field("name", "Name", "none")}
      ${choice("plan", "Plan", plans)} ${field("uid", "Purchase UID", "generated if empty")}
      ${choice("deliver", "Webhooks", deliverModes)}
      <div class="actions"><button class="btn btn--solid">Buy</button></div>
    </form>
  </section>
  <section aria-labelledby="customers-title" data-events="${lifecycleEvents.join(" ")}">
    <h2 class="h3" id="customers-title">Subscriptions</h2>
    <div data-part="customers"></div>
  </section>
</div>`;

const kindNames = {
  analytics: "Analytics",
  forms: "Forms",
  automation: "Automation",
  inbound: "Replies",
} as const;

const calls = html`<section class="one" data-tab="calls" aria-labelledby="calls-title" hidden>
  <div class="section-head">
    <h2 class="h3" id="calls-title">Calls</h2>
    <form id="clear-calls"><button class="btn btn--quiet">Delete all of this kind</button></form>
  </div>
  <nav class="tabs" aria-label="Kind of call">
    ${receivedKinds.map((kind) => html`<a data-set="calls=${kind}">${kindNames[kind]}</a>`)}
  </nav>
  <div data-part="calls"></div>
</section>`;

/** The page, without the parts that its script fills. */
export function renderPage({ brandName, siteUrl }: { brandName: string; siteUrl: string }): string {
  const body = html`<header class="top">
      <a class="brand" href="/"
        >${mark}<span>${brandName}</span> <span class="caps mute">Sandbox</span></a
      >
      <nav class="links" aria-label="Service">
        <a class="link" href="${siteUrl}/">Site</a>
        <a class="link" href="${siteUrl}/admin">Admin</a>
      </nav>
    </header>
    <main class="wrap">
      <h1 class="sr">Sandbox</h1>
      ${clock}
      <section class="totals" aria-label="Totals" data-part="totals"></section>
      <nav class="tabs tabs--page" aria-label="Sandbox">
        <a href="/">Messages</a>
        <a href="/?tab=faults">Faults</a>
        <a href="/?tab=customers">Customers</a>
        <a href="/?tab=calls">Calls</a>
      </nav>
      <p class="outcome" role="status" hidden></p>
      ${messages} ${faults} ${customers} ${calls}
    </main>
    <script src="/sandbox/page/page.js" defer></script>`;
  return renderDocument(`${brandName} sandbox`.trim(), body);
}
