import { classNames } from "./class-names";

const bars = ["w-3/4", "w-full [animation-delay:150ms]", "w-1/2 [animation-delay:300ms]"];

/** Three moving lines. Decorative: use `Spinner` where screen readers need to know. */
export function BusyIndicator({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames("inline-grid w-4.5 gap-[3px]", className)}>
      {bars.map((bar) => (
        <span key={bar} className={`origin-left animate-tick border-t-2 ${bar}`} />
      ))}
    </span>
  );
}

/** Shown in place of a region that is loading. */
export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <output className="grid place-items-center py-12 text-ink-3">
      <BusyIndicator className="w-8" />
      <span className="sr-only">{label}</span>
    </output>
  );
}
