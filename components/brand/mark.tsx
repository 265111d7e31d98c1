/** The three bars, 24 units wide and 21 high. */
export const markPath = "M0 0h18v3H0zM0 9h24v3H0zM0 18h12v3H0z";

/** The mark in the current text color. Decorative: the link around it has the name as its label. */
export function Mark({ className = "h-[21px] w-6" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 21"
      width={24}
      height={21}
      fill="currentColor"
      aria-hidden="true"
      className={className}
    >
      <path d={markPath} />
    </svg>
  );
}
