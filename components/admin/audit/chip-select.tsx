import { ChevronDown } from "@/components/ui/icons";
import { useId } from "react";

export type ChipSelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChange: (value: Value) => void;
};

/** A filter with a few choices, as a chip. */
export function ChipSelect<Value extends string>(props: ChipSelectProps<Value>) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <span className="relative inline-flex items-center rounded-1 border border-edge bg-sheet text-small hover:border-ink">
      <label htmlFor={id} className="pl-3 text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
        className="min-h-[2.125rem] appearance-none bg-transparent pr-8 pl-1.5 font-medium max-md:min-h-11"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <ChevronDown
        size={15}
        strokeWidth={1.6}
        className="pointer-events-none absolute right-2.5 text-ink-3"
      />
    </span>
  );
}
