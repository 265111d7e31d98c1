import type { Metadata } from "next";
import { ApiScreen } from "@/components/admin/api/api-screen";
import { apiScreen } from "@/lib/messages/admin/api";

export const metadata: Metadata = { title: apiScreen.title };

/** `/admin/api`. */
export default function ApiPage() {
  return <ApiScreen />;
}
