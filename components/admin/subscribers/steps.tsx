/** What an action will do, numbered. */
export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="border-t border-rule [counter-reset:step]">
      {steps.map((step) => (
        <li
          key={step}
          className="grid grid-cols-[1.5rem_1fr] border-b border-rule py-2.75 text-label [counter-increment:step] before:font-serif before:text-[1.0625rem] before:text-ink-3 before:content-[counter(step)]"
        >
          <span className="wrap-anywhere">{step}</span>
        </li>
      ))}
    </ol>
  );
}
