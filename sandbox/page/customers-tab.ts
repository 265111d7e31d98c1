import type { DatabaseSync } from "node:sqlite";
import { lifecycleEvents } from "../paddle/account";
import type { SubscriptionEntity } from "../paddle/entities";
import { deliverModes } from "../paddle/notifier";
import { PaddleStore } from "../paddle/store";
import { renderField, renderHidden, renderSelect, type Entered } from "./fields";
import { html, type SafeHtml } from "./html";

const shownSubscriptions = 40;
const back = "/?tab=customers";

/** A purchase form, and the subscriptions, newest first, each with what can happen to it. */
export function renderCustomersTab(database: DatabaseSync, entered: Entered): SafeHtml {
  const store = new PaddleStore(database);
  const subscriptions = store.latest("subscription", shownSubscriptions);
  return html`<div class="columns">
    <section aria-labelledby="buy-title">
      <h2 class="h3" id="buy-title">Buy</h2>
      <p class="small mute">A free trial with its webhooks, as if someone had checked out.</p>
      <form class="fields" method="post" action="/sandbox/page/do/buy">
        ${renderHidden("back", back)}
        ${renderField({ name: "email", label: "Email", type: "email", isRequired: true }, entered)}
        ${renderField({ name: "name", label: "Name", hint: "none" }, entered)}
        ${renderSelect({ name: "plan", label: "Plan", options: ["monthly", "annual"] }, entered)}
        ${renderField({ name: "uid", label: "Purchase UID", hint: "generated if empty" }, entered)}
        ${renderSelect({ name: "deliver", label: "Webhooks", options: deliverModes }, entered)}
        <div class="actions"><button class="btn btn--solid">Buy</button></div>
      </form>
    </section>
    <section aria-labelledby="customers-title">
      <h2 class="h3" id="customers-title">Subscriptions</h2>
      ${
        subscriptions.length === 0
          ? html`<p class="empty">No one has bought anything yet.</p>`
          : html`<ul class="faults">
              ${subscriptions.map((each) => renderSubscription(each, emailOf(store, each)))}
            </ul>`
      }
      ${
        subscriptions.length === shownSubscriptions
          ? html`<p class="small mute">The newest ${shownSubscriptions}.</p>`
          : null
      }
    </section>
  </div>`;
}

function emailOf(store: PaddleStore, { customer_id: id }: SubscriptionEntity): string {
  return store.find("customer", id)?.email ?? id;
}

function renderSubscription(subscription: SubscriptionEntity, email: string): SafeHtml {
  const { id, status, next_billed_at: next, scheduled_change: change } = subscription;
  return html`<li>
    <div>
      <strong>${email}</strong> ${status.replace("_", " ")}
      <p class="mute">
        ${id}${next === null ? "" : `, next charge ${next.slice(0, 10)}`}${
          change === null ? "" : `, ${change.action} on ${change.effective_at.slice(0, 10)}`
        }
      </p>
    </div>
    <form class="inline" method="post" action="/sandbox/page/do/change-subscription">
      ${renderHidden("back", back)} ${renderHidden("id", id)}
      <label class="sr" for="event-${id}">What happens to the subscription of ${email}</label>
      <select id="event-${id}" name="event">
        ${lifecycleEvents.map((event) => html`<option value="${event}">${event.replace("_", " ")}</option>`)}
      </select>
      <button class="btn btn--line">Apply</button>
    </form>
  </li>`;
}
