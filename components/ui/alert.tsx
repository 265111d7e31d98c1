import type { ReactNode } from "react";

/** The error of a failed action, next to its form. Announced when it appears. */
export function Alert({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="border-l-[3px] border-alarm bg-alarm-tint px-4.5 py-3.5 text-label text-ink"
    >
      <p className="font-semibold text-alarm">{title}</p>
      {children && <div>{children}</div>}
    </div>
  );
}
