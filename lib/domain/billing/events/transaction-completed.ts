import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { PaymentSnapshot } from "../../ports/payments";
import { mirrorPayment } from "../paddle-sync";

/** `transaction.completed`: until when is paid, and which checkout it was. */
export async function applyTransactionCompleted(
  ctx: Context,
  tx: Transaction,
  { payment }: { payment: PaymentSnapshot },
): Promise<void> {
  await mirrorPayment(ctx, tx, payment);
}
