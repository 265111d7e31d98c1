import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { dailyMessage } from "@/lib/client/daily-messages";
import {
  type Draft,
  claimDraft,
  deleteDraft,
  listDrafts,
  newDraftName,
  readDraft,
  saveDraft,
  useDrafts,
} from "@/lib/client/drafts";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { isLocalDate } from "@/lib/calendar/days";
import { type DailyMessageView, dailyMessageSchema } from "@/lib/contracts/daily-messages";
import { editorMessages } from "@/lib/messages/admin";
import { messageCardMessages } from "@/lib/messages/daily-messages";
import { shortDate } from "./days";

const messages = messageCardMessages;

/** The card to open: for a saved message, or for a new one on a date. */
export type OpenCard = (
  | { saved: DailyMessageView }
  /** `date` is YYYY-MM-DD. */
  | { saved: null; date: string }
) & {
  /** The draft to open it with; by default the latest draft of the same message. */
  draftName?: string;
};

const prefix = "daily-message:";

const draftSchema = z.object({
  date: z.string(),
  message: z.string(),
  isActive: z.boolean(),
  /** The message as it was when the editor opened it; null for a new one. */
  saved: dailyMessageSchema.nullable(),
});

/** What an editor has typed and not saved. */
export type MessageFields = z.output<typeof draftSchema>;

/** Unsaved fields, and the name of their draft. */
export type MessageDraft = Draft<MessageFields>;

/** All drafts of daily messages in this browser, from every tab, newest first. */
export function useMessageDrafts(): MessageDraft[] {
  return useDrafts(prefix, draftSchema);
}

/**
 * A new draft name for a card. An earlier draft of the same message, or of a new message for the
 * same date, moves to that name.
 */
export function claimMessageDraft(card: OpenCard): string {
  const isMatch = ({ name, value: { saved, date } }: MessageDraft) => {
    if (card.draftName !== undefined) return name === card.draftName;
    return card.saved ? saved?.id === card.saved.id : saved === null && date === card.date;
  };
  const earlier = listDrafts(prefix, draftSchema).find(isMatch);
  const name = newDraftName(`${prefix}${card.saved?.id ?? "new"}`);
  if (earlier) claimDraft(earlier.name, name);
  return name;
}

/** Deletes every draft of a message that was deleted. */
export function deleteDraftsOf({ id }: DailyMessageView): void {
  for (const { name, value } of listDrafts(prefix, draftSchema)) {
    if (value.saved?.id === id) deleteDraft(name);
  }
}

/** The fields of a card, saved as a draft on every change. */
export function useMessageFields(card: OpenCard, draftName: string) {
  const [draft] = useState(() => readDraft(draftName, draftSchema)?.value);
  const [fields, setFields] = useState<MessageFields>(draft ?? savedFieldsOf(card));
  // A restored draft is compared with the version it started from, so a conflict is noticed.
  const [saved, setSaved] = useState(draft ? draft.saved : card.saved);
  const [isRestored, setRestored] = useState(draft !== undefined);

  useEffect(() => {
    document.getElementById("message-text")?.focus();
  }, []);

  // A toast's Undo can run long after the render that made it, so it must change the latest state.
  const latest = useRef(fields);
  const show = (next: MessageFields) => {
    latest.current = next;
    setFields(next);
  };
  const change = (part: Partial<Omit<MessageFields, "saved">>) => {
    show({ ...latest.current, ...part });
    // Editors can keep writing even if the browser's storage is full.
    saveDraft(draftName, latest.current);
  };
  const reset = (next: MessageFields) => {
    deleteDraft(draftName);
    show(next);
    setSaved(next.saved);
    setRestored(false);
  };
  return {
    fields,
    change,
    saved,
    isRestored,
    loadTheirs: (theirs: DailyMessageView) => reset(savedFieldsOf({ saved: theirs })),
    startOver: () => reset(savedFieldsOf(card)),
  };
}

function savedFieldsOf(card: OpenCard): MessageFields {
  if (!card.saved) return { date: card.date, message: "", isActive: true, saved: null };
  const { date, message, isActive } = card.saved;
  return { date, message, isActive, saved: card.saved };
}

/** The drafts in this browser, to continue or discard. */
export function UnsavedDrafts({ onOpen }: { onOpen: (card: OpenCard) => void }) {
  const drafts = useMessageDrafts();
  const resume = useResume(onOpen);
  if (drafts.length === 0) return null;
  return (
    <section
      aria-label={messages.unsavedTitle}
      className="mt-6 border-l-[3px] border-accent bg-accent-tint"
    >
      <ul>
        {drafts.map((draft) => (
          <li
            key={draft.name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4.5 py-3 text-label"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-medium">{titleOf(draft.value)}</span>
              <span className="line-clamp-2 text-ink-2 wrap-anywhere">{draft.value.message}</span>
            </span>
            <span className="flex gap-5">
              <Button
                variant="quiet"
                size="sm"
                isBusy={resume.isBusy && resume.variables?.name === draft.name}
                onClick={() => resume.mutate(draft)}
              >
                {editorMessages.continueDraft}
              </Button>
              <Button variant="quiet" size="sm" onClick={() => deleteDraft(draft.name)}>
                {editorMessages.discardDraft}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the card with a draft, over the message as it's saved now. */
function useResume(onOpen: (card: OpenCard) => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ name: draftName, value: { saved, date } }: MessageDraft) => {
      if (!saved) return { saved, date, draftName };
      const current = await queryClient.fetchQuery(dailyMessage(saved.id)).catch(() => saved);
      return { saved: current, draftName };
    },
    onSuccess: onOpen,
  });
}

function titleOf({ saved, date }: MessageFields): string {
  if (saved) return messages.unsavedChanges(shortDate(saved.date));
  return isLocalDate(date) ? messages.unsavedNew(shortDate(date)) : messages.unsavedUndated;
}
