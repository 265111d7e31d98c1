import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

export type ToggleButtonProps = { isChosen: boolean; onPress: () => void; label: string };

/** One of a few choices next to each other. */
export function ToggleButton({ isChosen, onPress, label }: ToggleButtonProps) {
  return (
    <Button
      variant="icon"
      size="sm"
      aria-pressed={isChosen}
      onClick={onPress}
      className={classNames(
        "w-auto! px-3.5",
        isChosen && "state-mark border-ink! bg-ink text-on-ink!",
      )}
    >
      {label}
    </Button>
  );
}
