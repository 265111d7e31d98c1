import { classNames } from "@/components/ui/class-names";
import { SiteLink } from "@/components/layout/site-link";
import type { AuditEntry } from "@/lib/contracts/admin/audit";
import { formatDateTimeHere, formatRecentTimeHere } from "@/lib/calendar/format";
import { auditScreen as texts } from "@/lib/messages/admin/audit";
import { Change } from "./change";
import { readable, wordsOf } from "./readable";

/** One entry: when, who, what, and what it was before. */
export function AuditEntryRow({ entry, now }: { entry: AuditEntry; now: Date }) {
  const { at, actor, label, subject, detail, hash } = entry;
  // Actions on people's own accounts don't need the name twice.
  const isAboutActor = subject.id === actor.id || subject.id === "audit";
  // Each as in `, days 3`. A post's title is already its name.
  const facts = Object.entries(detail ?? {})
    .filter(([field, value]) => field !== "title" || value !== subject.name)
    .map(([field, value]) => `, ${wordsOf(field)} ${readable(value)}`)
    .join("");
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-0.5 border-b border-rule py-3 text-label md:grid-cols-[8rem_12rem_minmax(0,1fr)_auto]">
      <time dateTime={at} title={formatDateTimeHere(at)} className="text-small text-ink-3">
        {formatRecentTimeHere(at, now)}
      </time>
      <span
        title={actor.name}
        className={classNames("min-w-0 truncate", !actor.isPerson && "text-ink-3")}
      >
        {actor.name}
      </span>
      <span className="col-span-2 min-w-0 break-words md:col-span-1">
        <b className="font-semibold">{label}</b>
        {!isAboutActor && (
          <>
            {": "}
            <Subject subject={subject} />
          </>
        )}
        {facts && <span className="text-ink-3">{facts}</span>}
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
  if (subscriberId === null) return readable(name);
  return (
    <SiteLink
      href={`/admin/subscribers/${subscriberId}`}
      className="underline decoration-edge decoration-1 underline-offset-[.25em] hover:decoration-current"
    >
      {readable(name)}
    </SiteLink>
  );
}
