import { Button } from "@/components/ui/button";
import { datedDay } from "./days";
import { draftKey, dropDraft, useDrafts, type Draft } from "./drafts";
import { isLocalDate } from "@/lib/contracts/dates";
import type { OpenCard } from "./open-card";

/** What was typed and not saved, offered back. */
export function UnsavedNotice({ onOpen }: { onOpen: (card: OpenCard) => void }) {
  const drafts = Object.values(useDrafts());
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Unsaved text" className="mt-6 border-l-[3px] border-accent bg-accent-tint">
      <ul>
        {drafts.map((draft) => (
          <li
            key={draftKey(draft.saved)}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4.5 py-3 text-label"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-medium">Not saved yet: {nameOf(draft)}</span>
              <span className="line-clamp-2 text-ink-2 wrap-anywhere">{draft.message}</span>
            </span>
            <span className="flex gap-5">
              <Button
                variant="quiet"
                size="sm"
                onClick={() =>
                  onOpen(draft.saved ? { saved: draft.saved } : { saved: null, date: draft.date })
                }
              >
                Continue
              </Button>
              <Button variant="quiet" size="sm" onClick={() => dropDraft(draft.saved)}>
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ saved, date }: Draft): string {
  const day = isLocalDate(date) ? datedDay(date) : "no date";
  return saved ? `changes to the message of ${datedDay(saved.date)}` : `new message, ${day}`;
}
