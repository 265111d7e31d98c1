import { useEffect, useState } from "react";
import { z } from "zod";
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
import { type DailyMessageView, dailyMessageSchema } from "@/lib/contracts/daily-messages";

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

  const change = (part: Partial<Omit<MessageFields, "saved">>) => {
    const changed = { ...fields, ...part };
    setFields(changed);
    // Editors can keep writing even if the browser's storage is full.
    saveDraft(draftName, changed);
  };
  const reset = (next: MessageFields) => {
    deleteDraft(draftName);
    setFields(next);
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
