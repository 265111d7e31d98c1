import { escapeHtml } from "../page/html";
import type { CatalogPrice } from "./catalog";
import type { TransactionEntity } from "./entities";
import { formatAmount } from "./notation";

export type CheckoutPage = (
  | { price: CatalogPrice; transaction?: undefined }
  | {
      price?: undefined;
      /** Past due, or $0 to change the card. */ transaction: TransactionEntity;
    }
) & {
  email: string;
  /** JSON, passed on to the payment call. */
  customData: string;
  /** Origin of the page that opened the checkout: only it gets messages. */
  parent: string;
};

const style = `
:root{font:16px/24px system-ui,sans-serif;color:#12151b}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:rgb(18 21 27/.55)}
main{box-sizing:border-box;width:min(440px,100% - 32px);margin:16px;padding:24px 24px 28px;background:#fff;border-radius:8px}
header{display:flex;justify-content:space-between;align-items:start;gap:16px}
h1{font-size:22px;line-height:28px;margin:0 0 4px}
p{margin:0 0 12px}.quiet{color:#50555e}
label{display:block;margin:12px 0 4px;font-weight:600;font-size:14px}
input{box-sizing:border-box;width:100%;font:inherit;padding:10px 12px;border:1px solid #777d88;border-radius:4px;min-height:46px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button{font:inherit;font-weight:600;min-height:46px;border-radius:4px;border:1px solid #12151b;background:#fff;color:#12151b;padding:8px 16px;cursor:pointer}
button.go{width:100%;margin-top:20px;background:#12151b;color:#fff}
button:disabled{opacity:.6}
:focus-visible{outline:3px solid #0b62d6;outline-offset:2px}
[role=alert]{color:#a3140f;min-height:24px;margin:12px 0 0}
details{margin-top:16px;font-size:14px}
`;

const script = `
const form = document.querySelector("#card");
const bank = document.querySelector("#bank");
const alertElement = document.querySelector("#alert");
const config = JSON.parse(document.querySelector("#config").textContent);
const notifyParent = (name, data) => parent.postMessage({ name, data }, config.parent);
let busy = false;

async function pay(authentication) {
  if (busy) return;
  busy = true;
  alertElement.textContent = "";
  for (const button of document.querySelectorAll("button.go")) button.disabled = true;
  try {
    const fields = Object.fromEntries(new FormData(form));
    const response = await fetch("/paddle/checkout/pay", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...fields, priceId: config.priceId, transactionId: config.transactionId, customData: config.customData, authentication }),
    });
    const result = await response.json();
    if (result.status === "completed") return notifyParent("checkout.completed", result.data);
    const isChallenged = result.status === "challenge";
    form.hidden = isChallenged;
    bank.hidden = !isChallenged;
    if (isChallenged) bank.querySelector("button").focus();
    else {
      alertElement.textContent = result.message;
      notifyParent("checkout.payment.failed", { message: result.message });
    }
  } catch {
    alertElement.textContent = "The payment didn't go through. Please try again.";
  } finally {
    busy = false;
    for (const button of document.querySelectorAll("button.go")) button.disabled = false;
  }
}

form.addEventListener("submit", (event) => { event.preventDefault(); pay(null); });
document.querySelector("#complete").addEventListener("click", () => pay("passed"));
document.querySelector("#fail").addEventListener("click", () => pay("failed"));
document.querySelector("#close").addEventListener("click", () => notifyParent("checkout.closed"));
addEventListener("keydown", (event) => { if (event.key === "Escape") notifyParent("checkout.closed"); });
document.querySelector(form.email.value ? "#card-number" : "#email").focus();
`;

function describeTrial({ plan, amount, currency = "USD", interval }: CatalogPrice): string {
  const name = plan === "annual" ? "Annual plan" : "Monthly plan";
  const price = formatAmount(amount, currency);
  return `<strong>${name}</strong>: 7 days free, then ${price} per ${interval}. Due today: ${formatAmount("0", currency)}`;
}

function describeDue({ details, currency_code: currency }: TransactionEntity): string {
  return `<strong>Change your card</strong>. Due today: ${formatAmount(details.totals.total, currency)}`;
}

/** The checkout inside the overlay's iframe: one plain, accessible card form. */
export function renderCheckoutPage(page: CheckoutPage): string {
  const { price, transaction, email, customData, parent } = page;
  const ids = { priceId: price?.priceId ?? "", transactionId: transaction?.id ?? "" };
  const config = JSON.stringify({ ...ids, customData, parent }).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paddle Checkout</title><style>${style}</style></head>
<body><main role="dialog" aria-modal="true" aria-labelledby="title">
<header><div><h1 id="title">Checkout</h1><p class="quiet">Sandbox: no money moves.</p></div>
<button type="button" id="close" aria-label="Close checkout">✕</button></header>
<p>${price ? describeTrial(price) : describeDue(transaction)}</p>
<form id="card">
<label for="email">Email address</label>
<input id="email" name="email" type="text" inputmode="email" autocomplete="email" required value="${escapeHtml(email)}">
<label for="name">Name on card</label>
<input id="name" name="name" autocomplete="cc-name" required>
<label for="card-number">Card number</label>
<input id="card-number" name="cardNumber" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required>
<div class="two"><div><label for="expiry">Expiration date</label>
<input id="expiry" name="expiry" autocomplete="cc-exp" placeholder="MM/YY" required></div>
<div><label for="cvc">Security code</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" required></div></div>
<button class="go" type="submit">${price ? "Start free trial" : "Save card"}</button>
</form>
<section id="bank" hidden aria-labelledby="bank-title"><h2 id="bank-title">3-D Secure</h2>
<p>Your bank asks you to confirm this payment.</p>
<button class="go" type="button" id="complete">Complete authentication</button>
<button class="go" type="button" id="fail">Fail authentication</button></section>
<p id="alert" role="alert"></p>
<details><summary>Test cards</summary>
<p>4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0000 0000 3155 requires 3-D Secure. Use any future date and any security code.</p></details>
</main>
<script type="application/json" id="config">${config}</script>
<script>${script}</script></body></html>`;
}
