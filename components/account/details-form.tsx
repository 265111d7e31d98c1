"use client";

import { useState, type FormEvent } from "react";
import { notify } from "@/components/feedback/notify";
import { SupportLink } from "@/components/layout/support-link";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { updateAccount } from "@/lib/client/account";
import type { UserData } from "@/lib/contracts/account";
import { timezoneSchema, timezones } from "@/lib/contracts/timezones";
import { accountDetailsScreen } from "@/lib/messages/account";
import { failWith, useAccountAction } from "./use-account-action";

/** Who one is and where one lives; the timezone alone can be changed. */
export function DetailsForm({ user }: { user: UserData }) {
  const [chosen, setChosen] = useState<string>();
  const timezone = timezoneSchema.safeParse(chosen ?? user.timezone).data;
  const isChanged = timezone !== undefined && timezone !== user.timezone;
  const { act, isBusy } = useAccountAction({
    run: updateAccount,
    onDone: () => notify({ title: accountDetailsScreen.updated }),
    onFailed: failWith(accountDetailsScreen.updateFailed),
  });
  const canSave = isChanged && !isBusy;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) act({ email: user.email, timezone });
  };

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-6">
      <Field
        id="email"
        label="Email"
        hint={
          <>
            To change it, <SupportLink>write to support</SupportLink>.
          </>
        }
      >
        {(control) => <Input {...control} type="email" value={user.email} readOnly />}
      </Field>
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <Field id="timezone" label="Timezone">
          {(control) => (
            <Select
              {...control}
              name="timezone"
              value={timezone ?? ""}
              onChange={({ target }) => setChosen(target.value)}
            >
              {timezones.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field id="status" label="Account status">
          {(control) => <Input {...control} value={user.status ?? "Active"} readOnly />}
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {/* Focus stays on the button when there is nothing left to save. */}
        <SubmitButton
          isBusy={isBusy}
          busyLabel="Saving"
          aria-disabled={!canSave || undefined}
          className="min-w-36"
        >
          {accountDetailsScreen.save}
        </SubmitButton>
        <p className="text-small text-ink-3">
          {isChanged ? "Each date brings one briefing, wherever you move." : "Nothing to save yet."}
        </p>
      </div>
    </form>
  );
}
