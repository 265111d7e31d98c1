import type { SandboxClockReading } from "../state/clock";
import type { RecipientCount, SandboxChannel } from "../messages/message";
import { html, type SafeHtml } from "./html";
import { formatLocal, pageZones, toFields } from "./local-time";

const rates = [1, 10, 60, 600, 3_600];
const maxShownDuplicates = 20;

/** The current time and the form that sets it. */
export function renderClock(reading: SandboxClockReading, back: string): SafeHtml {
  const nowMs = Date.parse(reading.now);
  const { date, time } = toFields(nowMs, "America/New_York");
  return html`<section class="clock" aria-labelledby="clock-title">
    <h2 class="caps" id="clock-title">Clock</h2>
    <div class="times">
      ${pageZones.map(
        ({ id, city }) =>
          html`<p>
            <span class="small mute">${city}</span>
            <span class="time num" data-zone="${id}">${formatLocal(nowMs, id)}</span>
          </p>`,
      )}
    </div>
    <p class="small" data-part="clock">${renderClockState(reading)}</p>
    <form class="fields" method="post" action="/sandbox/page/clock">
      <input type="hidden" name="back" value="${back}" />
      <p>
        <label for="clock-date">Date</label
        ><input id="clock-date" type="date" name="date" value="${date}" />
      </p>
      <p>
        <label for="clock-time">Time</label
        ><input id="clock-time" type="time" name="time" value="${time}" />
      </p>
      <p>
        <label for="clock-zone">Time zone</label>
        <select id="clock-zone" name="zone">
          ${pageZones.map(({ id, city }) => html`<option value="${id}">${city}</option>`)}
          <option value="UTC">UTC</option>
        </select>
      </p>
      <p>
        <label for="clock-rate">Speed</label>
        <select id="clock-rate" name="rate">
          ${[...new Set([...rates, reading.rate])]
            .toSorted((a, b) => a - b)
            .map(
              (rate) =>
                html`<option value="${rate}" ${rate === reading.rate ? html`selected` : null}>
                  ${rate === 1 ? "Real time" : `${rate}×`}
                </option>`,
            )}
        </select>
      </p>
      <div class="actions">
        <button class="btn btn--solid" name="action" value="set">Set the clock</button>
        <button class="btn btn--line" name="action" value="rate">Change speed only</button>
        <button class="btn btn--line" name="action" value="briefing">
          Go to 7:40am before the next briefing
        </button>
        <button class="btn btn--quiet" name="action" value="real">Back to real time</button>
      </div>
    </form>
  </section>`;
}

export function renderClockState(reading: SandboxClockReading): SafeHtml {
  if (!reading.simulated) return html`Real time.`;
  return reading.rate === 1
    ? html`<strong>Simulated</strong>, at normal speed.`
    : html`<strong>Simulated</strong>, at ${reading.rate}× speed.`;
}

/** How many emails and texts were accepted, for how many recipients, and who got more than one. */
export function renderTotals(totals: Record<SandboxChannel, RecipientCount>): SafeHtml {
  return html`<table>
      <thead>
        <tr>
          <th scope="col"><span class="sr">Channel</span></th>
          <th scope="col">Accepted</th>
          <th scope="col">Recipients</th>
          <th scope="col">Duplicates</th>
        </tr>
      </thead>
      <tbody>
        ${(["email", "sms"] as const).map(
          (channel) =>
            html`<tr>
              <th scope="row">${channel === "email" ? "Emails" : "Texts"}</th>
              <td>${format(totals[channel].total)}</td>
              <td>${format(totals[channel].distinct)}</td>
              <td>${format(totals[channel].duplicates.length)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${renderDuplicates([...totals.email.duplicates, ...totals.sms.duplicates])}`;
}

function renderDuplicates(duplicates: RecipientCount["duplicates"]): SafeHtml | null {
  if (duplicates.length === 0) return null;
  return html`<details>
    <summary>Recipients with duplicates</summary>
    <ul class="plain-list">
      ${duplicates.slice(0, maxShownDuplicates).map(
        ({ to, count }) =>
          html`<li>
            <a class="link" href="/?q=${encodeURIComponent(to)}">${to}</a>
            <span class="mute num">${count}</span>
          </li>`,
      )}
    </ul>
    ${
      duplicates.length > maxShownDuplicates
        ? html`<p class="small mute">
            and ${format(duplicates.length - maxShownDuplicates)} more.
          </p>`
        : null
    }
  </details>`;
}

/** `1,234` */
export function format(amount: number): string {
  return amount.toLocaleString("en-US");
}
