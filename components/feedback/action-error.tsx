import { CircleAlert } from "@/components/ui/icons";
import { classNames } from "@/components/ui/class-names";

/** Why an action failed, next to its control. A toast announces it; this stays when the toast is gone. */
export function ActionError({
  children,
  className,
}: {
  children: string | null | undefined;
  className?: string;
}) {
  if (!children) return null;
  return (
    <p className={classNames("flex gap-2 text-small font-medium text-alarm", className)}>
      <CircleAlert size={16} strokeWidth={1.8} className="mt-0.5 flex-none" />
      <span>{children}</span>
    </p>
  );
}
