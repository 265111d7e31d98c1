import type { Metadata } from "next";
import { SettingsScreen } from "@/components/admin/settings/settings-screen";
import { settingsScreen } from "@/lib/messages/admin/settings";

export const metadata: Metadata = { title: settingsScreen.title };

/** `/admin/settings`. */
export default function SettingsAndStatusPage() {
  return <SettingsScreen />;
}
