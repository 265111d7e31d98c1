"use client";

import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { PostView } from "@/lib/contracts/posts";
import { formatDateTimeHere } from "@/lib/calendar/format";
import { postDraftMessages } from "@/lib/messages/posts";
import { fieldsOf, type PostFields } from "./post-fields";

const messages = postDraftMessages;

export type PostConflictProps = {
  theirs: PostView;
  mine: PostFields;
  /** Loads their version into the form and sets mine aside. */
  onLoadTheirs: () => void;
  /** Keeps mine in the form; saving it overwrites theirs. */
  onContinueWithMine: () => void;
};

const names: Record<keyof PostFields, string> = {
  title: "Title",
  slug: "Slug",
  date: "Post date",
  readTime: "Read time",
  content: "Content",
  threadTerms: "Earlier on this",
  emailSubject: "Email subject",
};
const order = [
  "title",
  "slug",
  "date",
  "readTime",
  "threadTerms",
  "emailSubject",
  "content",
] as const;

/** Shown when someone else saved the post: who, when, and what differs. */
export function PostConflict({
  theirs,
  mine,
  onLoadTheirs,
  onContinueWithMine,
}: PostConflictProps) {
  return (
    <section
      role="alert"
      aria-labelledby="post-conflict"
      className="grid gap-5 border-t-[3px] border-alarm bg-sheet p-5 sm:p-6"
    >
      <div>
        <h2 id="post-conflict" className="text-h3">
          {messages.conflictTitle}
        </h2>
        <p className="mt-2 text-ink-2">
          {messages.conflict(
            theirs.savedBy ?? null,
            formatDateTimeHere(theirs.updatedAt ?? theirs.createdAt),
          )}
        </p>
      </div>
      <Comparison theirs={fieldsOf(theirs)} mine={mine} />
      <div className="button-row">
        <Button onClick={onLoadTheirs}>{messages.loadTheirs}</Button>
        <Button variant="line" onClick={onContinueWithMine}>
          {messages.continueWithMine}
        </Button>
      </div>
    </section>
  );
}

/** The fields that differ, side by side, with lines that only one version has marked. */
export function Comparison({ theirs, mine }: { theirs: PostFields; mine: PostFields }) {
  const differing = order.filter((name) => theirs[name] !== mine[name]);
  if (differing.length === 0) {
    return <p className="text-label text-ink-2">{messages.identical}</p>;
  }
  return (
    <dl className="grid gap-5">
      {differing.map((name) => (
        <div key={name} className="grid gap-2">
          <dt className="text-label font-medium">{names[name]}</dt>
          <dd className="grid gap-4 sm:grid-cols-2">
            <Version label={messages.theirs} text={theirs[name]} other={mine[name]} />
            <Version label={messages.yours} text={mine[name]} other={theirs[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Version({ label, text, other }: { label: string; text: string; other: string }) {
  const shared = new Set(other.split("\n"));
  return (
    <div className="min-w-0">
      <p className="caps text-ink-3">{label}</p>
      <pre
        // Focusable, so a long one can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        className="mt-1.5 max-h-80 overflow-auto border border-rule bg-paper p-3 font-mono text-small whitespace-pre-wrap"
      >
        {text.split("\n").map((line, index) => (
          <span
            // Lines have no other identity.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={classNames("block min-h-5", !shared.has(line) && "bg-accent-tint")}
          >
            {line}
          </span>
        ))}
      </pre>
    </div>
  );
}
