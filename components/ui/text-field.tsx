import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";
import { Input } from "./input";
import { Select } from "./select";

type Labels = Omit<FieldProps, "children">;

/** `onChange` gets what was typed. */
type Changed<Props> = Omit<Props, "id" | "onChange"> & { onChange?: (value: string) => void };

/** An input with its label, and a hint or an error. */
export function TextField(props: Labels & Changed<ComponentProps<"input">>) {
  const { id, label, hint, error, onChange, ...input } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...input}
          {...control}
          onChange={onChange && (({ target }) => onChange(target.value))}
        />
      )}
    </Field>
  );
}

export type SelectFieldProps = Labels &
  Omit<Changed<ComponentProps<"select">>, "children"> & {
    options: readonly { value: string; label: string }[];
  };

/** A select with its label, and a hint or an error. */
export function SelectField(props: SelectFieldProps) {
  const { id, label, hint, error, onChange, options, ...select } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...select}
          {...control}
          onChange={onChange && (({ target }) => onChange(target.value))}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
