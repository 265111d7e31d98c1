import { z } from "zod";
import {
  type Draft,
  forgetDraft,
  listDrafts,
  newDraftName,
  readDraft,
  takeOverDraft,
  useDrafts,
} from "@/lib/client/drafts";
import { type DailyMessageView, dailyMessageSchema } from "@/lib/contracts/daily-messages";
import type { OpenCard } from "./open-card";

const beginning = "daily-message:";

const typedSchema = z.object({
  date: z.string(),
  message: z.string(),
  isActive: z.boolean(),
  /** The message as it was when the editor opened it; null for a new one. */
  saved: dailyMessageSchema.nullable(),
});

/** What an editor has typed and not saved. */
export type Typed = z.output<typeof typedSchema>;

/** What was typed and not saved, and the name it is kept under. */
export type KeptMessage = Draft<Typed>;

/** Everything that was typed and not saved in this browser, whichever tab it was; the last first. */
export function useKeptMessages(): KeptMessage[] {
  return useDrafts(beginning, typedSchema);
}

/**
 * The name under which a card keeps what is typed, with the unsaved typing of the same message, or
 * of a new one for the same day, if there is some.
 */
export function takeUpMessage(card: OpenCard): string {
  const isMeant = ({ name, value: { saved, date } }: KeptMessage) => {
    if (card.draftName !== undefined) return name === card.draftName;
    return card.saved ? saved?.id === card.saved.id : saved === null && date === card.date;
  };
  const kept = listDrafts(beginning, typedSchema).find(isMeant);
  const name = newDraftName(`${beginning}${card.saved?.id ?? "new"}`);
  if (kept) takeOverDraft(kept.name, name);
  return name;
}

/** What was typed under a name and not saved. */
export function readTyped(name: string): Typed | undefined {
  return readDraft(name, typedSchema)?.value;
}

/** Forgets all that was typed over a message which is deleted now. */
export function forgetChangesTo({ id }: DailyMessageView): void {
  for (const { name, value } of listDrafts(beginning, typedSchema)) {
    if (value.saved?.id === id) forgetDraft(name);
  }
}
