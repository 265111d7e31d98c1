/** The tables of this screen; under 768 px each row is a block. */
export const tableClass = "w-full border-t border-rule text-label max-md:block";

export const headClass =
  "border-b border-ink py-2.5 pr-4 text-left text-fine font-medium whitespace-nowrap text-ink-3 last:pr-0";

export const rowClass = "max-md:block max-md:border-b max-md:border-rule max-md:py-3";

export const cellClass =
  "text-left align-top font-normal [overflow-wrap:anywhere] max-md:block md:border-b md:border-rule md:py-2.5 md:pr-4 md:last:pr-0";
