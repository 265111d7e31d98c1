import { TextField } from "@/components/ui/text-field";

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
    <TextField
      id={id}
      label={label}
      hint={hint}
      error={error}
      type="password"
      autoComplete={`${kind}-password`}
      required
      value={value}
      onChange={onChange}
    />
  );
}
