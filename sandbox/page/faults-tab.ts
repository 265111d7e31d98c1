import { faultEndpoints, faultModes, faultProviders, type Fault } from "../state/faults";
import { magicNumbers } from "../twilio/magic-numbers";
import { format } from "./controls";
import { renderField, renderHidden, renderSelect, type Entered } from "./fields";
import { html, type SafeHtml } from "./html";

/** The active faults, a form that adds one, and the test numbers. */
export function renderFaultsTab(faults: readonly Fault[], entered: Entered): SafeHtml {
  return html`<div class="columns">
    <section aria-labelledby="faults-title">
      <div class="section-head">
        <h2 class="h3" id="faults-title">Faults</h2>
        <form method="post" action="/sandbox/page/faults/clear">
          ${renderHidden("back", "/?tab=faults")}
          <button class="btn btn--quiet">Delete all</button>
        </form>
      </div>
      <div data-part="faults">${renderFaults(faults)}</div>
    </section>
    <section aria-labelledby="add-fault-title">
      <h2 class="h3" id="add-fault-title">Add a fault</h2>
      <form class="fields" method="post" action="/sandbox/page/do/add-fault">
        ${renderHidden("back", "/?tab=faults")}
        ${renderSelect({ name: "provider", label: "Provider", options: faultProviders }, entered)}
        ${renderSelect({ name: "mode", label: "What happens", options: faultModes }, entered)}
        ${renderSelect({ name: "endpoint", label: "Calls", options: ["", ...faultEndpoints] }, entered)}
        ${renderField({ name: "count", label: "How often", hint: "until deleted", type: "number" }, entered)}
        ${renderField({ name: "percent", label: "Share of calls, in %", hint: "100, or 50", type: "number" }, entered)}
        ${renderField({ name: "status", label: "HTTP status", hint: "500, or 429", type: "number" }, entered)}
        ${renderField({ name: "delayMs", label: "Delay in ms", hint: "as usual", type: "number" }, entered)}
        <div class="actions"><button class="btn btn--solid">Add the fault</button></div>
      </form>
      <h2 class="h3 gap" id="numbers-title">Test numbers</h2>
      ${renderMagicNumbers()}
    </section>
  </div>`;
}

/** The active faults. */
export function renderFaults(faults: readonly Fault[]): SafeHtml {
  if (faults.length === 0) return html`<p class="small mute">None. All providers are working.</p>`;
  return html`<ul class="faults">
    ${faults.map(
      (fault) =>
        html`<li>
          <strong>${fault.provider}</strong> ${describe(fault)}
          <span class="mute"
            >used ${format(fault.struck)} ${fault.struck === 1 ? "time" : "times"}</span
          >
          <form method="post" action="/sandbox/page/do/delete-fault">
            <input type="hidden" name="back" value="/?tab=faults" />
            <input type="hidden" name="id" value="${fault.id}" />
            <button class="btn btn--quiet" aria-label="Delete: ${fault.provider} ${fault.mode}">
              Delete
            </button>
          </form>
        </li>`,
    )}
  </ul>`;
}

function describe(fault: Fault): string {
  const isError = fault.mode === "error" || fault.mode === "rate-limit";
  const status = isError ? ` ${fault.status}` : fault.mode === "refuse-all" ? ` ${fault.code}` : "";
  const units = fault.mode === "search-partial" ? "messages" : "calls";
  const share =
    fault.probability < 1 ? `, ${Math.round(fault.probability * 1_000) / 10}% of ${units}` : "";
  const left = fault.count === null ? "" : `, ${fault.count} left`;
  const where = fault.endpoint === "send" ? "" : `, on ${fault.endpoint}`;
  return `${fault.mode}${status}${where}${share}${left}`;
}

/** The test numbers. */
function renderMagicNumbers(): SafeHtml {
  return html`<table>
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
  </table>`;
}
