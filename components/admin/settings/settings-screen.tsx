"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { settings } from "@/lib/client/admin/settings";
import { settingsScreen as texts } from "@/lib/messages/admin/settings";
import { Loaded } from "../shell/loaded";
import { AdminSection, SettingsPage } from "../shell/page";
import { Configuration } from "./configuration";
import { SettingsForm } from "./settings-form";

/** `/admin/settings`: what an owner can change, then what environment variables set. */
export function SettingsScreen() {
  const asked = useSearchParams().get("find") ?? "";
  const query = useQuery(settings());
  return (
    <SettingsPage>
      <Loaded query={query} label={texts.settings.loading}>
        {(data) => (
          <>
            <p className="mb-7 text-small text-ink-3">{texts.settings.note}</p>
            <SettingsForm
              key={`${data.settings.smsDailyBudget.value} ${data.settings.repeatTrialPolicy.value} ${data.settings.requireApproval.value}`}
              settings={data.settings}
            />
            <AdminSection
              id="configuration"
              title={texts.configuration.title}
              className="mt-12"
              action={<p className="text-small text-ink-3">{texts.configuration.note}</p>}
            >
              <Configuration key={asked} asked={asked} configuration={data.configuration} />
            </AdminSection>
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}
