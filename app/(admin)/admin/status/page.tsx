import type { Metadata } from "next";
import { StatusScreen } from "@/components/admin/settings/status-screen";
import { settingsScreen } from "@/lib/messages/admin/settings";

export const metadata: Metadata = { title: settingsScreen.title };

/** `/admin/status`. */
export default function StatusPage() {
  return <StatusScreen />;
}
