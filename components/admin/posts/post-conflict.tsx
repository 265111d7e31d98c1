"use client";

import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { PostView } from "@/lib/contracts/posts";
import { fieldsOf, type PostFields } from "./post-fields";
import { inWords } from "./when";

/** What `PostConflict` takes. */
export type PostConflictProps = {
  theirs: PostView;
  mine: PostFields;
  /** Fills the form with their version and keeps mine beside it. */
  onLoadTheirs: () => void;
  /** Saving replaces their version from now on. */
  onKeepMine: () => void;
};

const names: Record<keyof PostFields, string> = {
  title: "Title",
  slug: "Slug",
  date: "Post date",
  readTime: "Read time",
  content: "Content",
};
const order = ["title", "slug", "date", "readTime", "content"] as const;

/** Somebody saved the post while it was being edited here: who, when, what differs, and the way on. */
export function PostConflict({ theirs, mine, onLoadTheirs, onKeepMine }: PostConflictProps) {
  return (
    <section
      role="alert"
      aria-labelledby="post-conflict"
      className="grid gap-5 border-t-[3px] border-alarm bg-sheet p-5 sm:p-6"
    >
      <div>
        <h2 id="post-conflict" className="text-h3">
          Somebody saved this post since you opened it
        </h2>
        <p className="mt-2 text-ink-2">
          {theirs.savedBy ?? "Somebody"} saved it on {inWords(theirs.updatedAt ?? theirs.createdAt)}
          . Nothing of yours is lost, and nothing of theirs has been replaced.
        </p>
      </div>
      <Comparison theirs={fieldsOf(theirs)} mine={mine} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={onLoadTheirs}>Load theirs, keep mine beside it</Button>
        <Button variant="line" onClick={onKeepMine}>
          Go on with mine
        </Button>
      </div>
    </section>
  );
}

/** What differs between two versions, side by side; lines that only one has are marked. */
export function Comparison({ theirs, mine }: { theirs: PostFields; mine: PostFields }) {
  const differing = order.filter((name) => theirs[name] !== mine[name]);
  if (differing.length === 0) {
    return <p className="text-label text-ink-2">Both versions are the same.</p>;
  }
  return (
    <dl className="grid gap-5">
      {differing.map((name) => (
        <div key={name} className="grid gap-2">
          <dt className="text-label font-medium">{names[name]}</dt>
          <dd className="grid gap-4 sm:grid-cols-2">
            <Version label="Theirs" text={theirs[name]} other={mine[name]} />
            <Version label="Yours" text={mine[name]} other={theirs[name]} />
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
        // Reached by the keyboard, so that a long one can be scrolled without a mouse.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        className="mt-1.5 max-h-80 overflow-auto border border-rule bg-paper p-3 font-mono text-small whitespace-pre-wrap"
      >
        {text.split("\n").map((line, index) => (
          <span
            // Lines have no names of their own.
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
