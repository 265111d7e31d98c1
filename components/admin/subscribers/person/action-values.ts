import type { Person, PersonAction } from "@/lib/contracts/admin/person";

/** What an action asks for besides the reason, as typed. */
export type ActionValues = Readonly<Record<string, string>>;

export type ActionFieldsProps = {
  action: PersonAction;
  person: Person;
  /** Channels that the action can be about. */
  choices: Person["channels"];
  values: ActionValues;
  onChange: (changed: ActionValues) => void;
  /** Of the field with this name. */
  errorOf: (name: string) => string | undefined;
};
