import type { Metadata } from "next";
import { ImportScreen } from "@/components/admin/imports/import-screen";

export const metadata: Metadata = { title: "Import" };

/** `/admin/import`. */
export default function ImportPage() {
  return <ImportScreen />;
}
