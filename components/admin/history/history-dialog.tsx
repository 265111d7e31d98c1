import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { revision, revisions, type HistorySubject } from "@/lib/client/admin/history";
import type { RevisionHead } from "@/lib/contracts/admin/history";
import { formatDateTimeHere } from "@/lib/calendar/format";
import { historyMessages as messages } from "@/lib/messages/admin/history";
import { Change } from "../audit/change";
import { Loaded } from "../shell/loaded";
import { changedLines } from "./changed-lines";

export type HistoryProps = {
  subject: HistorySubject;
  /** Whether there are unsaved changes, which restoring would lose. */
  isDirty: boolean;
  /** Saves the text of an earlier version as the next one. */
  onRestore: (fields: Readonly<Record<string, string>>) => void;
};

/** A button that opens the versions of a post or a daily message. */
export function HistoryButton(props: HistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="line" size="sm" onClick={() => setOpen(true)}>
        {messages.title}
      </Button>
      {isOpen && (
        <Dialog
          isOpen
          onOpenChange={setOpen}
          title={messages.title}
          actions={
            <Button variant="line" data-autofocus onClick={() => setOpen(false)}>
              {messages.close}
            </Button>
          }
        >
          <Versions {...props} onRestored={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Versions({
  subject,
  isDirty,
  onRestore,
  onRestored,
}: HistoryProps & { onRestored: () => void }) {
  const query = useQuery(revisions(subject));
  return (
    <Loaded query={query} label={messages.loading}>
      {(list) =>
        list.length === 0 ? (
          <p className="text-label text-ink-2">{messages.empty}</p>
        ) : (
          <ol className="border-t border-rule">
            {isDirty && <li className="py-3 text-label">{messages.isDirty}</li>}
            {list.map((head, index) => (
              <Version
                key={head.number}
                head={head}
                isCurrent={index === 0}
                subject={subject}
                isDirty={isDirty}
                onRestore={(fields) => {
                  onRestored();
                  onRestore(fields);
                }}
              />
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

type VersionProps = HistoryProps & { head: RevisionHead; isCurrent: boolean };

function Version({ head, isCurrent, subject, isDirty, onRestore }: VersionProps) {
  const { number, by, at, changed } = head;
  const [isOpen, setOpen] = useState(false);
  const [isRestoring, setRestoring] = useState(false);
  const query = useQuery({ ...revision(subject, number), enabled: isOpen || isRestoring });
  const names = changed.map((name) => messages.fields[name] ?? name);
  const restore = async () => {
    setRestoring(true);
    try {
      const { data } = await query.refetch();
      if (data) onRestore(data.fields);
    } finally {
      setRestoring(false);
    }
  };
  return (
    <li className="grid gap-2 border-b border-rule py-3 text-label">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="font-medium">
          {isCurrent ? messages.current(number) : messages.version(number)}
        </b>
        <time dateTime={at} className="text-small text-ink-3">
          {formatDateTimeHere(at)}
        </time>
      </div>
      <p className="text-small text-ink-3">
        {by ?? messages.unknown}
        {". "}
        {number === 1 ? messages.first : messages.changed(names)}
      </p>
      {query.data && isOpen && <Diff before={query.data.before} fields={query.data.fields} />}
      <div className="flex gap-4">
        {number > 1 && (
          <button
            type="button"
            className="-my-1 py-1 text-link text-small disabled:text-ink-3 disabled:no-underline"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? messages.hide : messages.compare}
            <span className="sr-only"> {messages.version(number)}</span>
          </button>
        )}
        {!isCurrent && (
          <button
            type="button"
            className="-my-1 py-1 text-link text-small disabled:text-ink-3 disabled:no-underline"
            disabled={isRestoring || isDirty}
            onClick={() => void restore()}
          >
            {messages.restore}
            <span className="sr-only"> {messages.version(number)}</span>
          </button>
        )}
      </div>
    </li>
  );
}

type Fields = Readonly<Record<string, string>>;

function Diff({ before, fields }: { before: Fields | null; fields: Fields }) {
  const names = Object.keys(messages.fields).filter((name) => before?.[name] !== fields[name]);
  const parts = names.map((name) => {
    const lines = changedLines(before?.[name] ?? "", fields[name] ?? "");
    return { label: messages.fields[name] ?? name, ...lines };
  });
  const side = (which: "before" | "after") =>
    Object.fromEntries(parts.map((part) => [part.label, part[which]]));
  return (
    <div className="whitespace-pre-line">
      <Change before={side("before")} after={side("after")} />
    </div>
  );
}
