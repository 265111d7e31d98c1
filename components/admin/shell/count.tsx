import { classNames } from "@/components/ui/class-names";
import { adminNavigationLabels } from "@/lib/messages/admin";

/** How many things need a person; nothing at zero. */
export function Count({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        "inline-block text-fine leading-none font-semibold text-alarm tabular-nums",
        className,
      )}
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{adminNavigationLabels.needAttention(count)}</span>
    </span>
  );
}
