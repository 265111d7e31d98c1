"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type RefObject } from "react";
import { notify } from "@/components/feedback/notify";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { actForPerson, personKey } from "@/lib/client/admin/person";
import { FetchError } from "@/lib/client/fetcher";
import { adminSubscribersKey } from "@/lib/client/admin/subscribers";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { Person, PersonAction } from "@/lib/contracts/admin/person";
import { subscribersPath } from "@/lib/contracts/admin/subscribers";
import { localDateAt } from "@/lib/calendar/days";
import { parseNumericDate, formatNumericDate } from "@/lib/calendar/format";
import { editorMessages } from "@/lib/messages/admin";
import { personActionTexts as texts } from "@/lib/messages/admin/person-screen";
import { failureReason } from "../../failure-reason";
import { nameOf } from "../subscriber-columns";
import { Steps } from "../steps";
import { ActionFields } from "./action-fields";
import type { ActionValues } from "./action-values";
import { refundableOf, refundOf, refundSteps, wholeAmountOf } from "./refund-fields";

export type ConfirmedAction = Exclude<PersonAction, "notes">;

export type ActionDialogProps = {
  person: Person;
  action: ConfirmedAction;
  returnFocusTo: RefObject<HTMLElement | null>;
  onClose: () => void;
};

const fieldNames = [
  "channel",
  "from",
  "until",
  "timezone",
  "preference",
  "phoneNumber",
  "email",
  "newEmail",
  "days",
  "transactionId",
  "amount",
  "currentPassword",
];

/** Says what an action will do, asks for the reason, and does it. */
export function ActionDialog({ person, action, returnFocusTo, onClose }: ActionDialogProps) {
  const client = useQueryClient();
  const router = useRouter();
  const choices = choicesOf(person, action);
  const [values, setValues] = useState(() => defaultsOf(person, action, choices));
  const [why, setWhy] = useState("");
  const [dateProblem, setDateProblem] = useState(false);
  const mutation = useSingleMutation({
    mutationFn: () => actForPerson(person.id, action, { why, ...bodyOf(person, action, values) }),
    onSuccess: async (message) => {
      notify({ title: message });
      onClose();
      if (action === "erase") {
        client.removeQueries({ queryKey: personKey(person.id) });
        router.replace(subscribersPath);
      }
      await refetchAll(client, [adminSubscribersKey]);
    },
  });
  const { error } = mutation;
  const field = error instanceof FetchError ? error.field : undefined;
  const errorOf = (name: string) => {
    if (dateProblem && (name === "from" || name === "until")) {
      return parseNumericDate(values[name] ?? "") ? undefined : editorMessages.dateInvalid;
    }
    return error && field === name ? failureReason(error) : undefined;
  };
  const isElsewhere = error && field !== "why" && !fieldNames.includes(field ?? "");
  const { title, submit } = texts[action];
  return (
    <Dialog
      isOpen
      returnFocusTo={returnFocusTo}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title(nameOf(person))}
      actions={
        <>
          <Button variant="line" data-autofocus onClick={onClose}>
            {texts.keep}
          </Button>
          <Button
            type="submit"
            form="person-action"
            variant={action === "erase" || action === "cancel" ? "ink" : "solid"}
            isBusy={mutation.isBusy}
          >
            {submit}
          </Button>
        </>
      }
    >
      <Steps steps={stepsOf(person, action, { choices, values })} />
      <form
        id="person-action"
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const isWrong =
            action === "pause" && !(isDate(values["from"]) && isDate(values["until"]));
          setDateProblem(isWrong);
          if (!isWrong) mutation.mutate();
        }}
      >
        <ActionFields
          action={action}
          person={person}
          choices={choices}
          values={values}
          onChange={(changed) => setValues({ ...values, ...changed })}
          errorOf={errorOf}
        />
        <TextField
          id="why"
          label={texts.reason}
          error={error && field === "why" ? failureReason(error) : undefined}
          value={why}
          maxLength={500}
          autoComplete="off"
          onChange={setWhy}
        />
        {isElsewhere && <Alert title={editorMessages.error}>{failureReason(error)}</Alert>}
      </form>
    </Dialog>
  );
}

const isDate = (text: string | undefined) => parseNumericDate(text ?? "") !== null;

/** The channels that an action can be about. */
export function choicesOf(person: Person, action: PersonAction): Person["channels"] {
  return person.channels.filter(({ channel, address, suppression }) => {
    if (action === "resend") return person.resendable.includes(channel);
    if (action === "suppress") return address !== null && suppression === null;
    return action === "unsuppress" && suppression !== null;
  });
}

/** What an action's fields hold at first. A pause begins today, where the person is. */
export function defaultsOf(
  person: Pick<Person, "timezone" | "payments" | "emailChange" | "openRefunds">,
  action: PersonAction,
  choices: Person["channels"],
): ActionValues {
  const today = formatNumericDate(localDateAt(new Date(), person.timezone));
  return {
    channel: choices[0]?.channel ?? "",
    ...(action === "pause" && { from: today, until: "" }),
    ...(action === "gift" && { until: "" }),
    // The owner approves the address that the dialog showed when it opened.
    ...(action === "approve-email" && { newEmail: person.emailChange?.email ?? "" }),
    timezone: person.timezone,
    preference: person.openRefunds.length > 0 ? "stop_immediately" : "continue_until_expiry",
    days: "7",
    transactionId: refundableOf(person)[0]?.transactionId ?? "",
    amount: wholeAmountOf(person, refundableOf(person)[0]?.transactionId),
  };
}

function bodyOf(person: Person, action: PersonAction, values: ActionValues): object {
  const { channel, from = "", until = "", timezone, preference, phoneNumber = "" } = values;
  const { currentPassword = "" } = values;
  if (action === "resend" || action === "suppress" || action === "unsuppress") return { channel };
  if (action === "pause") return { from: parseNumericDate(from), until: parseNumericDate(until) };
  if (action === "gift") return { until: parseNumericDate(until) };
  if (action === "timezone") return { timezone };
  if (action === "cancel") return { preference };
  if (action === "email") return { newEmail: values["newEmail"] ?? "" };
  if (action === "approve-email") return { newEmail: values["newEmail"] ?? "", currentPassword };
  if (action === "phone") return { phoneNumber };
  if (action === "refund") return refundOf(person, values);
  if (action === "extend-trial") return { days: Number(values["days"]) };
  return action === "erase" ? { email: values["email"] ?? "", currentPassword } : {};
}

function stepsOf(
  person: Person,
  action: ConfirmedAction,
  { choices, values }: { choices: Person["channels"]; values: ActionValues },
): readonly string[] {
  if (action === "refund") return refundSteps(person, values);
  const chosen = choices.find(({ channel }) => channel === values["channel"]);
  if (action === "suppress") {
    return texts.suppress.steps(chosen?.channel ?? "email", chosen?.address ?? "");
  }
  if (action === "approve-email") return texts[action].steps(values["newEmail"] ?? "");
  if (action === "unsuppress") return texts.unsuppress.steps(chosen?.address ?? "");
  return texts[action].steps;
}
