import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export type PasswordFieldProps = {
  id: string;
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** The current password, or a new one: password managers tell them apart. */
  kind: "current" | "new";
};

export function PasswordField(props: PasswordFieldProps) {
  const { id, label, hint, error, value, onChange, kind } = props;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(field) => (
        <Input
          {...field}
          type="password"
          autoComplete={`${kind}-password`}
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
