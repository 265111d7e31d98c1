"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { requireTwoFactor, team } from "@/lib/client/admin/team";
import type { TeamView } from "@/lib/contracts/admin/team";
import { cityHere } from "@/lib/calendar/zones";
import { teamScreen as messages } from "@/lib/messages/admin/team";
import { timesAre } from "@/lib/messages/admin/times";
import { Loaded } from "../shell/loaded";
import { SettingsPage } from "../shell/page";
import { useAdminAction } from "../use-admin-action";
import { InviteDialog } from "./invite-dialog";
import { MemberDialog, type MemberRequest } from "./member-dialog";
import { MemberTable } from "./member-table";
import { OwnSessions } from "./own-sessions";
import { TwoFactorRuleDialog } from "./two-factor-rule-dialog";
import { RoleTable } from "./role-table";

/** `/admin/team`. */
export function TeamScreen() {
  const query = useQuery(team());
  const [isInviting, setInviting] = useState(false);
  return (
    <SettingsPage
      action={
        <Button size="sm" onClick={() => setInviting(true)}>
          {messages.invite}
        </Button>
      }
    >
      <Loaded query={query} label={messages.loading}>
        {(data) => <Members team={data} />}
      </Loaded>
      <div className="mt-12 grid gap-12 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <RoleTable />
        <OwnSessions />
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </SettingsPage>
  );
}

function Members({ team: data }: { team: TeamView }) {
  const [request, setRequest] = useState<MemberRequest | null>(null);
  return (
    <>
      <MemberTable team={data} onRequest={setRequest} />
      <TwoFactorRule team={data} />
      <p className="mt-3 text-small text-ink-3">{timesAre(cityHere())}</p>
      <MemberDialog request={request} onClose={() => setRequest(null)} />
    </>
  );
}

function TwoFactorRule({ team: { members, twoFactor } }: { team: TeamView }) {
  /** The new rule, while the dialog asks. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const { submit, isBusy, errors, setErrors, failure } = useAdminAction({
    run: requireTwoFactor,
    changes: [team().queryKey, ["admin", "account"]],
    describe: (message) => message,
    onDone: () => setAsked(null),
    fields: ["currentPassword"],
    formId: "two-factor-rule",
  });
  const without = members.filter(({ hasTwoFactor, isDisabled }) => !hasTwoFactor && !isDisabled);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-label text-ink-2">
        {without.length === 0
          ? messages.everyoneHasTwoFactor
          : messages.withoutTwoFactor(without.length)}
      </p>
      {twoFactor.isFixed ? (
        <p className="text-label text-ink-2">{messages.requiredByServer}</p>
      ) : (
        <div className="flex min-h-11 items-center gap-3 text-label">
          <Switch
            label={messages.requireTwoFactor}
            isOn={twoFactor.isRequired}
            isBusy={isBusy}
            onSwitch={(isOn) =>
              isOn && without.length === 0 ? submit({ isRequired: true }) : setAsked(isOn)
            }
          />
          <span aria-hidden="true">{messages.requireTwoFactor}</span>
        </div>
      )}
      <ActionError className="w-full">{failure}</ActionError>
      {asked !== null && (
        <TwoFactorRuleDialog
          isRequired={asked}
          count={without.length}
          error={errors["currentPassword"]}
          failure={failure}
          isBusy={isBusy}
          onClose={() => {
            setAsked(null);
            setErrors({});
          }}
          onConfirm={submit}
        />
      )}
    </div>
  );
}
