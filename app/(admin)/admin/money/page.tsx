import type { Metadata } from "next";
import { MoneyScreen } from "@/components/admin/money/money-screen";

export const metadata: Metadata = { title: "Money" };

/** `/admin/money`. */
export default function MoneyPage() {
  return <MoneyScreen />;
}
