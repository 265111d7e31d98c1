"use client";

import { DateField } from "@/components/ui/date-field";
import { SelectField, TextField } from "@/components/ui/text-field";
import {
  maxTrialExtensionDays,
  type Person,
  type PersonAction,
} from "@/lib/contracts/admin/person";
import { cancellationPreferences } from "@/lib/contracts/billing";
import { timezones } from "@/lib/contracts/timezones";
import { personActionTexts as texts } from "@/lib/messages/admin/person-screen";
import { channelLabels } from "@/lib/messages/admin/subscribers";
import { OwnPassword } from "../../security/own-password";
import type { ActionFieldsProps } from "./action-values";
import { RefundFields } from "./refund-fields";

/** The fields of an action's confirmation. */
export function ActionFields(props: ActionFieldsProps) {
  const { action, person, choices, values, onChange, errorOf } = props;
  const value = (name: string) => values[name] ?? "";
  if (action === "resend" || action === "suppress" || action === "unsuppress") {
    return (
      <SelectField
        id="channel"
        label={texts.channel}
        error={errorOf("channel")}
        value={value("channel")}
        onChange={(channel) => onChange({ channel })}
        options={choices.map(({ channel, address }) => ({
          value: channel,
          label: `${channelLabels[channel]}: ${address}`,
        }))}
      />
    );
  }
  if (action === "pause") {
    return (["from", "until"] as const).map((name) => (
      <DateField
        key={name}
        id={name}
        label={texts.pause[name]}
        value={value(name)}
        onChange={(next) => onChange({ [name]: next })}
        todayLabel={texts.pause.today}
        timezone={person.timezone}
        error={errorOf(name)}
      />
    ));
  }
  if (action === "gift") {
    return (
      <DateField
        id="until"
        label={texts.gift.until}
        value={value("until")}
        onChange={(until) => onChange({ until })}
        todayLabel={texts.gift.today}
        timezone={person.timezone}
        error={errorOf("until")}
      />
    );
  }
  if (action === "timezone") {
    return (
      <SelectField
        id="timezone"
        label={texts.timezone.label}
        error={errorOf("timezone")}
        value={value("timezone")}
        onChange={(timezone) => onChange({ timezone })}
        options={timezones}
      />
    );
  }
  if (action === "refund") return <RefundFields {...props} />;
  if (action === "extend-trial") {
    return (
      <TextField
        id="days"
        label={texts["extend-trial"].label}
        error={errorOf("days")}
        type="number"
        inputMode="numeric"
        min={1}
        max={maxTrialExtensionDays}
        value={value("days")}
        onChange={(days) => onChange({ days })}
      />
    );
  }
  if (action === "cancel") {
    return (
      <SelectField
        id="preference"
        label={texts.cancel.preference}
        error={errorOf("preference")}
        value={value("preference")}
        onChange={(preference) => onChange({ preference })}
        options={cancellationPreferences.map((each) => ({
          value: each,
          label: texts.cancel.preferences[each],
        }))}
      />
    );
  }
  const typed = typedField(action, person);
  return (
    <>
      {typed && (
        <TextField
          id={typed.name}
          label={typed.label}
          error={errorOf(typed.name)}
          type={typed.type}
          autoComplete="off"
          value={value(typed.name)}
          onChange={(next) => onChange({ [typed.name]: next })}
        />
      )}
      {(action === "approve-email" || action === "erase") && (
        <OwnPassword
          id="action-password"
          hint={texts[action].password}
          error={errorOf("currentPassword")}
          value={value("currentPassword")}
          onChange={(currentPassword) => onChange({ currentPassword })}
        />
      )}
    </>
  );
}

/** The field of an action that asks for an address or number. */
function typedField(action: PersonAction, person: Person) {
  if (action === "email") return { name: "newEmail", label: texts.email.label, type: "email" };
  if (action === "phone") return { name: "phoneNumber", label: texts.phone.label, type: "tel" };
  if (action !== "erase") return null;
  return { name: "email", label: texts.erase.label(person.email), type: "text" };
}
