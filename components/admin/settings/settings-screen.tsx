"use client";

import { useMayDo } from "../shell/gate";
import { SettingsPage } from "../shell/page";
import { ChecksSection } from "./checks-section";
import { OwnerSettings } from "./owner-settings";
import { StatusSection } from "./status-section";

/** `/admin/settings`: whether the service works and, for owners, how it's set up. */
export function SettingsScreen() {
  const mayManage = useMayDo("manage");
  return (
    <SettingsPage>
      <StatusSection />
      {mayManage && (
        <>
          <ChecksSection />
          <OwnerSettings />
        </>
      )}
    </SettingsPage>
  );
}
