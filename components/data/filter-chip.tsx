import { X } from "@/components/ui/icons";

export type FilterChipProps = {
  field: string;
  value: string;
  /** Of the button, for screen readers. */
  removeLabel: string;
  onRemove: () => void;
};

/** A filter that is set: its field, its value, and a button that removes it. */
export function FilterChip({ field, value, removeLabel, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex min-h-11 items-stretch rounded-2 border border-edge bg-sheet text-small whitespace-nowrap text-ink-2 md:min-h-9">
      <span className="self-center py-1 pr-1 pl-3">
        {field} <b className="font-medium text-ink">{value}</b>
      </span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid w-11 place-items-center text-ink-3 hover:text-ink md:w-9"
      >
        <X size={15} strokeWidth={1.6} />
      </button>
    </span>
  );
}
