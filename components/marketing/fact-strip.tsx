import { listPrice } from "@/lib/contracts/plans";

/** One line of facts under the header of the home page. */
export function FactStrip() {
  const monthly = listPrice("monthly");
  const annual = listPrice("annual");
  return (
    <div className="border-b border-rule">
      <p className="wrap flex justify-between gap-6 py-3 text-fine leading-4 text-ink-3">
        <span>Monday to Friday by 8:00, your time</span>
        <span className="max-md:hidden">Three stories · 300 words · 90 seconds</span>
        <span className="max-md:hidden">{`${monthly} a month or ${annual} a year`}</span>
      </p>
    </div>
  );
}
