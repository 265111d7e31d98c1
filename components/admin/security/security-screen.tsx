"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { ErrorCard } from "@/components/ui/error-card";
import { Spinner } from "@/components/ui/spinner";
import { adminAccount } from "@/lib/client/admin-account";
import type { AdminAccountView } from "@/lib/contracts/admin/security";
import { adminNavigationLabels } from "@/lib/messages/admin";
import { adminSecurityScreen as messages } from "@/lib/messages/admin-security";
import { ownNamePanel } from "@/lib/messages/admin/team";
import { OwnSessions } from "../team/own-sessions";
import { DevicesPanel } from "./devices-panel";
import { NamePanel } from "./name-panel";
import { PasswordPanel } from "./password-panel";
import { TwoFactorPanel } from "./two-factor-panel";

/** `/admin-security`: the editor's own login. */
export function SecurityScreen() {
  const { data, isPending, refetch } = useQuery(adminAccount());
  return (
    <main id="main" className="wrap w-full pt-8 pb-(--section)">
      {data ? (
        <Account account={data} />
      ) : isPending ? (
        <Spinner label={messages.loading} />
      ) : (
        <ErrorCard title={messages.failed} onRetry={() => void refetch()} />
      )}
    </main>
  );
}

function Account({ account }: { account: AdminAccountView }) {
  return (
    <div className="mx-auto max-w-measure">
      <div className="border-b-[3px] border-ink pb-6">
        <h1 className="text-h2">{adminNavigationLabels.yourAccount}</h1>
        <p className="mt-2 text-ink-2">{messages.signedInAs(account.username)}</p>
      </div>
      <Panel
        id="two-factor"
        title={messages.twoFactor}
        badge={
          <Badge tone={account.hasTwoFactor ? "accent" : "outline"}>
            {account.hasTwoFactor ? messages.on : messages.off}
          </Badge>
        }
      >
        <TwoFactorPanel account={account} />
      </Panel>
      <Panel id="password-panel" title={messages.password}>
        <p className="mt-3 text-ink-2">{messages.passwordHint}</p>
        <PasswordPanel account={account} />
      </Panel>
      <Panel id="your-name" title={ownNamePanel.title}>
        <NamePanel />
      </Panel>
      <Panel id="devices" title={messages.devices}>
        <DevicesPanel account={account} />
      </Panel>
      <OwnSessions />
    </div>
  );
}

type PanelProps = { id: string; title: string; badge?: ReactNode; children: ReactNode };

function Panel({ id, title, badge, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="border-b border-rule py-8 nth-last-2:border-b-0">
      <div className="flex items-center gap-3">
        <h2 id={id} className="text-h3">
          {title}
        </h2>
        {badge}
      </div>
      {children}
    </section>
  );
}
