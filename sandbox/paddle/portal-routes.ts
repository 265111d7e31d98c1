import type { FastifyInstance } from "fastify";
import { RequestError } from "../request-error";
import { html, type SafeHtml } from "../page/html";
import { mark, renderDocument } from "../page/layout";
import type { PaddleAccount } from "./account";
import { formatAmount } from "./notation";
import type { CustomerEntity, SubscriptionEntity, TransactionEntity } from "./entities";

type PortalPage = {
  customer: CustomerEntity;
  subscriptions: readonly SubscriptionEntity[];
  transactions: readonly TransactionEntity[];
  /** Base URL of the service, for the link back. */
  siteUrl: string;
};

const statuses: Record<SubscriptionEntity["status"], string> = {
  trialing: "Free trial",
  active: "Active",
  past_due: "Past due",
  paused: "Paused",
  canceled: "Canceled",
};

function toDay(instant: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" }).format(
    new Date(instant),
  );
}

function renderSubscription(subscription: SubscriptionEntity): SafeHtml {
  const { billing_cycle: cycle, next_billed_at: nextBilledAt } = subscription;
  const plan = cycle.interval === "year" ? "Annual plan" : "Monthly plan";
  const { amount: units = "0" } = subscription.items[0]?.price.unit_price ?? {};
  const amount = formatAmount(units, subscription.currency_code);
  return html`<section>
    <h2 class="h3">${plan}, ${amount} per ${cycle.interval}</h2>
    <dl class="facts">
      <dt>Status</dt>
      <dd>${statuses[subscription.status]}</dd>
      <dt>Next payment</dt>
      <dd>${nextBilledAt === null ? "None" : `${toDay(nextBilledAt)}, ${amount}`}</dd>
    </dl>
  </section>`;
}

function renderTransactions(transactions: readonly TransactionEntity[]): SafeHtml {
  if (transactions.length === 0) return html`<p class="empty">No payments yet.</p>`;
  const rows = transactions.map(
    ({ billed_at: billedAt, status, details, currency_code: currency }) =>
      html`<tr>
        <th scope="row">${toDay(billedAt)}</th>
        <td>${status === "completed" ? "Paid" : "Failed"}</td>
        <td>${formatAmount(details.totals.total, currency)}</td>
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Status</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function renderPortalPage(page: PortalPage): string {
  const { customer, subscriptions, transactions, siteUrl } = page;
  const card = transactions.at(-1)?.payments[0]?.method_details.card;
  return renderDocument(
    "Your subscription",
    html`<header class="top">
        <a class="brand" href="${siteUrl}/account/details">${mark}Paddle</a>
        <span class="small mute">Sandbox: no money moves.</span>
      </header>
      <main class="portal">
        <h1 class="h2">Your subscription</h1>
        <p class="mute">${customer.email}</p>
        ${subscriptions.map(renderSubscription)}
        <section>
          <h2 class="h3">Payment method</h2>
          <p>
            ${
              card
                ? `Visa ending in ${card.last4}, valid until ${card.expiry_month}/${card.expiry_year}`
                : "No card yet."
            }
          </p>
        </section>
        <section>
          <h2 class="h3">Payments and invoices</h2>
          ${renderTransactions(transactions)}
        </section>
        <p><a class="link" href="${siteUrl}/account/details">Back to your account</a></p>
      </main>`,
  );
}

/** The customer portal: subscriptions, payment method, and payments. */
export function addPaddlePortal(
  app: FastifyInstance,
  { store }: PaddleAccount,
  siteUrl: string,
): void {
  app.get<{ Params: { id: string } }>("/paddle/portal/:id", async (request, reply) => {
    const { id } = request.params;
    const customer = store.find("customer", id);
    if (!customer) throw new RequestError(404, `No customer has the id ${id}.`, "id");
    const newestOwn = { among: { customer_id: [id] }, isDescending: true };
    const page = renderPortalPage({
      customer,
      subscriptions: store.list("subscription", newestOwn),
      transactions: store.list("transaction", newestOwn),
      siteUrl,
    });
    return reply.type("text/html").send(page);
  });
}
