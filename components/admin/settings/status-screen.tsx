"use client";

import { useMayDo } from "../shell/gate";
import { SettingsPage } from "../shell/page";
import { ChecksSection } from "./checks-section";
import { StatusSection } from "./status-section";

/** `/admin/status`: whether the service works and, for owners, whether it's set up right. */
export function StatusScreen() {
  const mayManage = useMayDo("manage");
  return (
    <SettingsPage>
      <StatusSection />
      {mayManage && <ChecksSection />}
    </SettingsPage>
  );
}
