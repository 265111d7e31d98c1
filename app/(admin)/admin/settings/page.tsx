import type { Metadata } from "next";
import { Suspense } from "react";
import { SettingsScreen } from "@/components/admin/settings/settings-screen";
import { settingsScreen } from "@/lib/messages/admin/settings";

export const metadata: Metadata = { title: settingsScreen.settings.title };

/** `/admin/settings`. */
export default function BusinessSettingsPage() {
  return (
    <Suspense>
      <SettingsScreen />
    </Suspense>
  );
}
