import { Checkbox } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";

export type ChoicesProps<Value extends string> = {
  id: string;
  legend: string;
  options: readonly { value: Value; text: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error?: string | undefined;
};

/** A fieldset of checkboxes. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { id, legend, options, chosen, onChange, error } = props;
  return (
    <fieldset className="grid gap-2.5" {...(error ? { "aria-describedby": `${id}-note` } : {})}>
      <legend className="mb-2.5 text-label leading-5 font-medium">{legend}</legend>
      {options.map(({ value, text }) => (
        <Checkbox
          key={value}
          id={`${id}-${value}`}
          label={text}
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
          }
        />
      ))}
      {error && <FieldError id={`${id}-note`}>{error}</FieldError>}
    </fieldset>
  );
}
