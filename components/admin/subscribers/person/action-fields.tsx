"use client";

import { DateField } from "@/components/ui/date-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
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
      <Field id="channel" label={texts.channel} error={errorOf("channel")}>
        {(control) => (
          <Select
            {...control}
            value={value("channel")}
            onChange={(event) => onChange({ channel: event.target.value })}
          >
            {choices.map(({ channel, address }) => (
              <option key={channel} value={channel}>
                {channelLabels[channel]}: {address}
              </option>
            ))}
          </Select>
        )}
      </Field>
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
      <Field id="timezone" label={texts.timezone.label} error={errorOf("timezone")}>
        {(control) => (
          <Select
            {...control}
            value={value("timezone")}
            onChange={(event) => onChange({ timezone: event.target.value })}
          >
            {timezones.map((zone) => (
              <option key={zone.value} value={zone.value}>
                {zone.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  if (action === "refund") return <RefundFields {...props} />;
  if (action === "extend-trial") {
    return (
      <Field id="days" label={texts["extend-trial"].label} error={errorOf("days")}>
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={maxTrialExtensionDays}
            value={value("days")}
            onChange={(event) => onChange({ days: event.target.value })}
          />
        )}
      </Field>
    );
  }
  if (action === "cancel") {
    return (
      <Field id="preference" label={texts.cancel.preference} error={errorOf("preference")}>
        {(control) => (
          <Select
            {...control}
            value={value("preference")}
            onChange={(event) => onChange({ preference: event.target.value })}
          >
            {cancellationPreferences.map((each) => (
              <option key={each} value={each}>
                {texts.cancel.preferences[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  const typed = typedField(action, person);
  return (
    <>
      {typed && (
        <Field id={typed.name} label={typed.label} error={errorOf(typed.name)}>
          {(control) => (
            <Input
              {...control}
              type={typed.type}
              autoComplete="off"
              value={value(typed.name)}
              onChange={(event) => onChange({ [typed.name]: event.target.value })}
            />
          )}
        </Field>
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
