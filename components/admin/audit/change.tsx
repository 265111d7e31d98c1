import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { auditScreen as texts } from "@/lib/messages/admin/audit";
import { readable, wordsOf } from "./readable";
import { diffWords, type DiffPart } from "./word-diff";

type Fields = Readonly<Record<string, string>>;

/** Fields before and after a change, with the words that differ marked. */
export function Change({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = names.map((name) => ({
    name,
    ...diffWords(readable(before[name] ?? ""), readable(after[name] ?? "")),
  }));
  const isAdded = changes.every((change) => change.before.length === 0);
  const isRemoved = changes.every((change) => change.after.length === 0);
  return (
    <div
      className={classNames(
        "col-span-full mt-2 grid border border-rule bg-sheet text-small leading-[1.375rem] md:col-start-3",
        !isAdded && !isRemoved && "sm:grid-cols-2",
      )}
    >
      {!isAdded && (
        <Side title={isRemoved ? texts.removed : texts.before}>
          {changes.map((change) => (
            <Value key={change.name} name={change.name} parts={change.before} as="del" />
          ))}
        </Side>
      )}
      {!isRemoved && (
        <Side
          title={isAdded ? texts.added : texts.after}
          className={isAdded ? "" : "border-rule max-sm:border-t sm:border-l"}
        >
          {changes.map((change) => (
            <Value key={change.name} name={change.name} parts={change.after} as="ins" />
          ))}
        </Side>
      )}
    </div>
  );
}

function Side(props: { title: string; className?: string; children: ReactNode }) {
  return (
    <div
      className={classNames("min-w-0 px-3.5 pt-2.5 pb-3 [overflow-wrap:anywhere]", props.className)}
    >
      <p className="mb-0.5 font-sans text-fine font-medium text-ink-3">{props.title}</p>
      {props.children}
    </div>
  );
}

function Value(props: { name: string; parts: DiffPart[]; as: "del" | "ins" }) {
  const { name, parts, as: Tag } = props;
  const className =
    Tag === "del"
      ? "text-ink-3 decoration-1"
      : "bg-accent-tint no-underline shadow-[0_1px_0_var(--color-accent)]";
  return (
    <p>
      {name !== "value" && <span className="text-ink-3">{`${wordsOf(name)}: `}</span>}
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
