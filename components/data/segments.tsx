import { classNames } from "@/components/ui/class-names";

export type SegmentsProps<Value extends string> = {
  /** For screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A few choices side by side, of which one is pressed. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <fieldset className="inline-flex rounded-[3px] border border-edge bg-sheet">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={classNames(
            "min-h-11 px-2 py-1 text-small font-medium whitespace-nowrap 2xs:px-3 not-first:border-l not-first:border-rule md:min-h-8.5",
            option.value === value ? "state-mark bg-ink text-on-ink" : "text-ink-2 hover:text-ink",
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
