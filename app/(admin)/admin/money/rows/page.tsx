import type { Metadata } from "next";
import { Suspense } from "react";
import { MoneyRowsScreen } from "@/components/admin/money/rows-screen";

export const metadata: Metadata = { title: "Money" };

/** `/admin/money/rows`. */
export default function MoneyRowsPage() {
  return (
    <Suspense>
      <MoneyRowsScreen />
    </Suspense>
  );
}
