import { auditScreen as texts } from "@/lib/messages/admin/audit";
import { diffWords, type DiffPart } from "./word-diff";

/** `maxAge` → `max age`. */
export function wordsOf(field: string): string {
  return field
    .replaceAll(/[_.-]+/g, " ")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}

type Fields = Readonly<Record<string, string>>;

/** What fields were before and after a change, with the words that differ marked. */
export function Change({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = names.map((name) => ({
    name,
    ...diffWords(before[name] ?? "", after[name] ?? ""),
  }));
  const isNamed = names.length > 1;
  const sideClass = "min-w-0 px-3.5 pt-2.5 pb-3 [overflow-wrap:anywhere]";
  return (
    <div className="col-span-full mt-2 grid border border-rule bg-sheet text-small leading-[1.375rem] sm:grid-cols-2 md:col-start-3">
      <div className={sideClass}>
        <p className="mb-0.5 font-sans text-fine font-medium text-ink-3">{texts.before}</p>
        {changes.map((change) => (
          <Value key={change.name} name={isNamed && change.name} parts={change.before} as="del" />
        ))}
      </div>
      <div className={`${sideClass} border-rule max-sm:border-t sm:border-l`}>
        <p className="mb-0.5 font-sans text-fine font-medium text-ink-3">{texts.after}</p>
        {changes.map((change) => (
          <Value key={change.name} name={isNamed && change.name} parts={change.after} as="ins" />
        ))}
      </div>
    </div>
  );
}

function Value(props: { name: string | false; parts: DiffPart[]; as: "del" | "ins" }) {
  const { name, parts, as: Tag } = props;
  const className =
    Tag === "del"
      ? "text-ink-3 decoration-1"
      : "bg-accent-tint no-underline shadow-[0_1px_0_var(--color-accent)]";
  return (
    <p>
      {name && <span className="text-ink-3">{`${wordsOf(name)}: `}</span>}
      {parts.length === 0 && <span className="text-ink-3">{texts.nothing}</span>}
      {parts.map(({ text, isSame }, index) =>
        isSame ? (
          text
        ) : (
          // The parts of a text that doesn't change.
          // eslint-disable-next-line react/no-array-index-key
          <Tag key={index} className={className}>
            {text}
          </Tag>
        ),
      )}
    </p>
  );
}
