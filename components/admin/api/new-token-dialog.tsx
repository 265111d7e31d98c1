"use client";

import { useState } from "react";
import { SelectField, TextField } from "@/components/ui/text-field";
import { apiTokens, createToken } from "@/lib/client/admin/api-access";
import { tokenLifetimes, type CreatedToken } from "@/lib/contracts/admin/tokens";
import { mayDo, permissions, type Permission } from "@/lib/contracts/roles";
import { apiLabels, apiScreen as texts } from "@/lib/messages/admin/api";
import { FormDialog } from "../shell/dialogs";
import { useAdmin } from "../shell/gate";
import { useAdminAction } from "../use-admin-action";
import { Choices } from "./choices";

/** Asks for a token's name, scopes, and lifetime, and for the password. */
export function NewTokenDialog(props: {
  onCreated: (created: CreatedToken) => void;
  onClose: () => void;
}) {
  const { role } = useAdmin();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Permission[]>(["view"]);
  const [lifetimeDays, setLifetime] = useState<(typeof tokenLifetimes)[number]>(90);
  const { submit, isBusy, errors, failure } = useAdminAction({
    run: createToken,
    changes: [apiTokens().queryKey],
    onDone: props.onCreated,
    fields: ["name", "scopes", "lifetimeDays", "currentPassword"],
    formId: "token",
    failed: texts.failed,
  });
  return (
    <FormDialog
      title={texts.newToken}
      confirm={texts.create}
      isBusy={isBusy}
      failure={failure}
      password={{
        id: "token-currentPassword",
        hint: texts.passwordHint,
        error: errors["currentPassword"],
      }}
      onSubmit={(currentPassword) => submit({ name, scopes, lifetimeDays, currentPassword })}
      onClose={props.onClose}
    >
      <TextField
        id="token-name"
        label={texts.tokenName}
        hint={texts.tokenNameHint}
        error={errors["name"]}
        data-autofocus
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={setName}
      />
      <Choices
        id="token-scopes"
        legend={texts.tokenScopes}
        options={permissions
          .filter((each) => mayDo(role, each))
          .map((value) => ({ value, text: apiLabels.scopes[value] }))}
        chosen={scopes}
        onChange={setScopes}
        error={errors["scopes"]}
      />
      <SelectField
        id="token-lifetimeDays"
        label={texts.tokenLifetime}
        error={errors["lifetimeDays"]}
        value={String(lifetimeDays)}
        onChange={(value) =>
          setLifetime(tokenLifetimes.find((days) => String(days) === value) ?? null)
        }
        options={tokenLifetimes.map((days) => ({
          value: String(days),
          label: texts.lifetime(days),
        }))}
      />
    </FormDialog>
  );
}
