import type { Transaction } from "@/lib/platform/database/database";
import type { CustomerSnapshot, Version } from "../../ports/payments";
import { mirrorCustomer } from "../paddle-sync";

/** `customer.created` and `customer.updated`: who the buyer is, and where Paddle writes to. */
export async function applyCustomerChanged(
  tx: Transaction,
  event: Version & { customer: CustomerSnapshot },
): Promise<void> {
  await mirrorCustomer(tx, event.customer, event);
}
