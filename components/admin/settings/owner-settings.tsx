"use client";

import { useQuery } from "@tanstack/react-query";
import { settings } from "@/lib/client/admin/settings";
import { settingsScreen as texts } from "@/lib/messages/admin/settings";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { ConfigurationTable } from "./configuration-table";
import { SettingsForm } from "./settings-form";

/** What an owner can change, and what environment variables set. */
export function OwnerSettings() {
  const query = useQuery(settings());
  return (
    <div className="mt-12">
      <Loaded query={query} label={texts.settings.loading}>
        {(data) => (
          <>
            <AdminSection
              id="settings"
              title={texts.settings.title}
              action={<p className="text-small text-ink-3">{texts.settings.note}</p>}
            >
              <SettingsForm
                key={`${data.settings.smsDailyBudget.value} ${data.settings.repeatTrialPolicy.value} ${data.settings.requireApproval.value}`}
                settings={data.settings}
              />
            </AdminSection>
            <AdminSection
              id="configuration"
              title={texts.configuration.title}
              className="mt-12"
              action={<p className="text-small text-ink-3">{texts.configuration.note}</p>}
            >
              <ConfigurationTable configuration={data.configuration} />
            </AdminSection>
          </>
        )}
      </Loaded>
    </div>
  );
}
