"use client";

import { useState, type ReactNode } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { SiteLink } from "@/components/layout/site-link";
import { SubmitButton } from "@/components/ui/submit-button";
import { SelectField, TextField } from "@/components/ui/text-field";
import { changeSettings, settings as settingsQuery } from "@/lib/client/admin/settings";
import { adminAddresses } from "@/lib/contracts/admin";
import {
  repeatTrialPolicies,
  repeatTrialPolicySchema,
  smsDailyBudgetSchema,
  type ChangeableSettings,
  type SettingsChange,
} from "@/lib/contracts/admin/settings";
import { formatCount } from "@/lib/messages/counts";
import { settingsMessages, settingsScreen } from "@/lib/messages/admin/settings";
import { useAdminAction } from "../use-admin-action";

const texts = settingsScreen.settings;

const { names, policies } = settingsMessages;

/** What an owner can change. What a variable sets is shown with its name instead of a field. */
export function SettingsForm({ settings }: { settings: ChangeableSettings }) {
  const { smsDailyBudget, repeatTrialPolicy, requireApproval } = settings;
  const [budget, setBudget] = useState(String(smsDailyBudget.value));
  const [policy, setPolicy] = useState(repeatTrialPolicy.value);
  const [needsApproval, setNeedsApproval] = useState(requireApproval.value);
  const { submit, isBusy, errors, setErrors, failure } = useAdminAction({
    run: changeSettings,
    changes: [settingsQuery().queryKey],
    describe: (message) => message,
    formId: "settings",
    fields: ["smsDailyBudget", "repeatTrialPolicy", "requireApproval"],
  });
  const changes: SettingsChange = {
    ...(budget.trim() !== String(smsDailyBudget.value) && { smsDailyBudget: Number(budget) }),
    ...(policy !== repeatTrialPolicy.value && { repeatTrialPolicy: policy }),
    ...(needsApproval !== requireApproval.value && { requireApproval: needsApproval }),
  };
  const hasChanges = Object.keys(changes).length > 0;
  const save = () => {
    const { smsDailyBudget: changed } = changes;
    const checked = smsDailyBudgetSchema.safeParse(budget.trim() === "" ? null : changed);
    if (changed !== undefined && !checked.success) {
      setErrors({ smsDailyBudget: settingsMessages.budgetRange });
      return;
    }
    submit(changes);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (hasChanges) save();
      }}
      className="grid items-start gap-x-16 gap-y-7 md:grid-cols-2 lg:grid-cols-3"
    >
      {smsDailyBudget.variable === null ? (
        <TextField
          id="settings-smsDailyBudget"
          label={names["smsDailyBudget"]}
          hint={texts.budgetHint}
          error={errors["smsDailyBudget"]}
          inputMode="numeric"
          autoComplete="off"
          value={budget}
          onChange={setBudget}
        />
      ) : (
        <Fixed
          name={names["smsDailyBudget"]}
          value={formatCount(smsDailyBudget.value)}
          variable={smsDailyBudget.variable}
        />
      )}
      {repeatTrialPolicy.variable === null ? (
        <SelectField
          id="settings-repeatTrialPolicy"
          label={names["repeatTrialPolicy"]}
          hint={texts.policyHint}
          error={errors["repeatTrialPolicy"]}
          value={policy}
          onChange={(value) => setPolicy(repeatTrialPolicySchema.parse(value))}
          options={repeatTrialPolicies.map((value) => ({ value, label: policies[value] }))}
        />
      ) : (
        <Fixed
          name={names["repeatTrialPolicy"]}
          value={policies[repeatTrialPolicy.value]}
          variable={repeatTrialPolicy.variable}
        />
      )}
      <TwoFactor rule={settings.requireTwoFactor} />
      <SelectField
        id="settings-requireApproval"
        label={names["requireApproval"]}
        hint={texts.approvalHint}
        error={errors["requireApproval"]}
        value={String(needsApproval)}
        onChange={(value) => setNeedsApproval(value === "true")}
        options={[
          { value: "false", label: texts.approvalOff },
          { value: "true", label: texts.approvalOn },
        ]}
      />
      <div className="col-span-full">
        <SubmitButton size="sm" isBusy={isBusy} disabled={!hasChanges}>
          {texts.save}
        </SubmitButton>
        <ActionError className="mt-3">{failure}</ActionError>
      </div>
    </form>
  );
}

function TwoFactor({
  rule: { value, variable },
}: {
  rule: ChangeableSettings["requireTwoFactor"];
}) {
  const name = names["requireTwoFactor"];
  const state = value ? texts.twoFactorOn : texts.twoFactorOff;
  if (variable !== null) return <Fixed name={name} value={state} variable={variable} />;
  return (
    <Fact name={name} value={state}>
      {texts.twoFactorHint}{" "}
      <SiteLink
        href={adminAddresses.team}
        className="text-ink underline decoration-edge decoration-1 underline-offset-[.25em] hover:decoration-current"
      >
        {texts.changeInTeam}
      </SiteLink>
    </Fact>
  );
}

type FactProps = { name: ReactNode; value: ReactNode; children: ReactNode };

function Fact({ name, value, children }: FactProps) {
  return (
    <div className="grid gap-2 text-label">
      <p className="leading-5 font-medium">{name}</p>
      <p className="flex min-h-12 items-center">{value}</p>
      <p className="text-small text-ink-3">{children}</p>
    </div>
  );
}

function Fixed({ variable, ...rest }: Omit<FactProps, "children"> & { variable: string }) {
  return (
    <Fact {...rest}>
      {texts.setBy(variable)}. {texts.setByHint}
    </Fact>
  );
}
