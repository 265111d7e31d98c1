"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { errorsIn } from "@/components/ui/field-errors";
import { adminSession } from "@/lib/client/admin";
import { changeOwnName } from "@/lib/client/admin/team";
import { changeNameSchema } from "@/lib/contracts/admin/team";
import { ownNamePanel as messages } from "@/lib/messages/admin/team";
import { useAdminAction } from "../use-admin-action";

const formId = "your-name";

/** The name that the team sees. */
export function NamePanel() {
  const { data } = useQuery(adminSession());
  const [typed, setTyped] = useState<string>();
  const name = typed ?? data?.admin?.displayName ?? "";
  const { submit, isBusy, errors, setErrors, failure } = useAdminAction({
    run: changeOwnName,
    changes: [adminSession().queryKey, ["admin", "team"]],
    describe: (message) => message,
    formId,
    fields: ["displayName"],
  });
  const check = (event: FormEvent) => {
    event.preventDefault();
    const checked = changeNameSchema.safeParse({ displayName: name });
    if (checked.success) submit(checked.data.displayName);
    else setErrors(errorsIn(checked));
  };
  return (
    <form noValidate onSubmit={check} className="mt-4 grid gap-4">
      <TextField
        id={`${formId}-displayName`}
        label={messages.label}
        hint={messages.hint}
        error={errors["displayName"]}
        autoComplete="name"
        value={name}
        onChange={setTyped}
      />
      <div>
        <SubmitButton variant="line" isBusy={isBusy}>
          {messages.save}
        </SubmitButton>
        <ActionError className="mt-3">{failure}</ActionError>
      </div>
    </form>
  );
}
