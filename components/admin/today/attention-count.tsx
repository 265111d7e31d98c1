"use client";

import { useQuery } from "@tanstack/react-query";
import { classNames } from "@/components/ui/class-names";
import { attentionCount } from "@/lib/client/admin/today";
import { adminNavigationLabels } from "@/lib/messages/admin";

/** How many things need a person, in the navigation; nothing at zero. */
export function AttentionCount({ className }: { className?: string }) {
  const { data } = useQuery(attentionCount());
  const count = data?.count ?? 0;
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
