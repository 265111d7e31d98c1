"use client";

import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { apiTokens, createToken } from "@/lib/client/admin/api-access";
import { tokenLifetimes, type CreatedToken } from "@/lib/contracts/admin/tokens";
import { mayDo, permissions, type Permission } from "@/lib/contracts/roles";
import { apiLabels, apiScreen as texts } from "@/lib/messages/admin/api";
import { OwnPassword } from "../security/own-password";
import { useAdmin } from "../shell/gate";
import { Choices } from "./choices";
import { useChange } from "./use-change";

const formId = "new-token";

/** Asks for a token's name, scopes, and lifetime, and for the password. */
export function NewTokenDialog(props: {
  onCreated: (created: CreatedToken) => void;
  onClose: () => void;
}) {
  const { role } = useAdmin();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Permission[]>(["view"]);
  const [currentPassword, setCurrentPassword] = useState("");
  const [lifetimeDays, setLifetime] = useState<(typeof tokenLifetimes)[number]>(90);
  const { submit, isBusy, errorOf, failure } = useChange({
    run: createToken,
    changes: apiTokens().queryKey,
    onDone: props.onCreated,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit({ name, scopes, lifetimeDays, currentPassword });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={props.onClose}
      title={texts.newToken}
      failure={failure}
      actions={
        <>
          <Button variant="line" onClick={props.onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            {texts.create}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-6" onSubmit={send}>
        <Field
          id="token-name"
          label={texts.tokenName}
          hint={texts.tokenNameHint}
          error={errorOf("name")}
        >
          {(control) => (
            <Input
              {...control}
              data-autofocus
              value={name}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Choices
          id="token-scopes"
          legend={texts.tokenScopes}
          options={permissions
            .filter((each) => mayDo(role, each))
            .map((value) => ({ value, text: apiLabels.scopes[value] }))}
          chosen={scopes}
          onChange={setScopes}
          error={errorOf("scopes")}
        />
        <Field id="token-lifetime" label={texts.tokenLifetime} error={errorOf("lifetimeDays")}>
          {(control) => (
            <Select
              {...control}
              value={String(lifetimeDays)}
              onChange={({ target }) =>
                setLifetime(tokenLifetimes.find((days) => String(days) === target.value) ?? null)
              }
            >
              {tokenLifetimes.map((days) => (
                <option key={String(days)} value={String(days)}>
                  {texts.lifetime(days)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <OwnPassword
          id="token-password"
          hint={texts.passwordHint}
          error={errorOf("currentPassword")}
          value={currentPassword}
          onChange={setCurrentPassword}
        />
      </form>
    </Dialog>
  );
}
