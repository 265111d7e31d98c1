import { billingPortalSchema } from "../contracts/billing";
import { request } from "./fetcher";

/** Leads this tab to the payment company's page of one's own card and invoices. Throws FetchError. */
export async function visitBillingPortal(): Promise<void> {
  const response = await request("/api/user/billing-portal", { method: "POST" });
  location.assign(billingPortalSchema.parse(await response.json()).url);
}
