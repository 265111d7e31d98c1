"use client";

import { SettingsPage } from "../shell/page";
import { TokensSection } from "./tokens-section";
import { WebhooksSection } from "./webhooks-section";

/** `/admin/api`: how programs call us, and how we tell them what happens. */
export function ApiScreen() {
  return (
    <SettingsPage>
      <TokensSection />
      <WebhooksSection />
    </SettingsPage>
  );
}
