import { SiteLink } from "@/components/layout/site-link";
import type { AuditEntry } from "@/lib/contracts/admin/audit";
import { toDisplayTime, toShortTime } from "@/lib/contracts/calendar";
import { auditScreen as texts } from "@/lib/messages/admin/audit";
import { diffWords, type DiffPart } from "./word-diff";

/** One entry: when, who, what, and what it was before. */
export function AuditEntryRow({ entry, now }: { entry: AuditEntry; now: Date }) {
  const { at, actor, label, subject, detail, hash } = entry;
  // What someone did to their own account doesn't need their name twice.
  const isAboutActor = subject.id === actor.id || subject.id === "audit";
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-0.5 border-b border-rule py-3 text-label md:grid-cols-[6.5rem_9.5rem_minmax(0,1fr)_auto]">
      <time dateTime={at} title={toDisplayTime(at)} className="text-small text-ink-3">
        {toShortTime(at, now)}
      </time>
      <span className={actor.isPerson ? "min-w-0 break-words" : "text-ink-3"}>{actor.name}</span>
      <span className="col-span-2 min-w-0 break-words md:col-span-1">
        <b className="font-semibold">{label}</b>
        {!isAboutActor && (
          <>
            {", "}
            <Subject subject={subject} />
          </>
        )}
        {detail && <span className="text-ink-3">{`, ${describe(detail)}`}</span>}
      </span>
      {hash && (
        <span title={texts.hash} className="font-mono text-fine text-ink-3 max-md:col-span-2">
          <span className="sr-only">{`${texts.hash} `}</span>
          {hash.slice(0, 4)}
        </span>
      )}
      {(entry.before || entry.after) && (
        <Change before={entry.before ?? {}} after={entry.after ?? {}} />
      )}
    </li>
  );
}

function Subject({ subject: { name, subscriberId } }: { subject: AuditEntry["subject"] }) {
  if (subscriberId === null) return name;
  return (
    <SiteLink
      href={`/admin/subscribers/${subscriberId}`}
      className="underline decoration-edge decoration-1 underline-offset-[.25em] hover:decoration-current"
    >
      {name}
    </SiteLink>
  );
}

/** `{ maxAge: "3" }` → `max age 3`. */
function describe(detail: Readonly<Record<string, string>>): string {
  return Object.entries(detail)
    .map(([field, value]) => `${wordsOf(field)} ${value}`)
    .join(", ");
}

function wordsOf(field: string): string {
  return field
    .replaceAll(/[_.-]+/g, " ")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}

type Fields = Readonly<Record<string, string>>;

function Change({ before, after }: { before: Fields; after: Fields }) {
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
