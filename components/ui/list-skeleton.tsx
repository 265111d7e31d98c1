const widths = ["w-3/4", "w-full", "w-1/2"];
const bar = "h-4 rounded-1 bg-rule opacity-70 animate-wait";

/** Placeholder for a list that is loading. */
export function ListSkeleton({ label = "Loading" }: { label?: string }) {
  return (
    <output className="block">
      <span className="sr-only">{label}</span>
      {widths.map((width) => (
        <span
          key={width}
          aria-hidden="true"
          className="grid grid-cols-[5.25rem_minmax(0,1fr)_4rem] gap-5 border-b border-rule py-5.5"
        >
          <span className={bar} />
          <span className={`${bar} ${width}`} />
          <span className={bar} />
        </span>
      ))}
    </output>
  );
}
