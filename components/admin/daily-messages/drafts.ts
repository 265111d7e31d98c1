import { useSyncExternalStore } from "react";
import { z } from "zod";
import { dailyMessageSchema, type DailyMessageView } from "@/lib/contracts/daily-messages";

const storageKey = "daily-message-drafts";

const draftSchema = z.object({
  date: z.string(),
  message: z.string(),
  isActive: z.boolean(),
  /** The message as it was when the editor opened it; null for a new one. */
  saved: dailyMessageSchema.nullable(),
});

/** What an editor has typed and not saved. */
export type Draft = z.output<typeof draftSchema>;

const draftsSchema = z.record(z.string(), draftSchema);

type Drafts = Readonly<Record<string, Draft>>;

const none: Drafts = {};
const listeners = new Set<() => void>();
let known: { text: string | null; drafts: Drafts } = { text: null, drafts: none };

/** Under which name the unsaved typing of a message is kept; one name for all that are new. */
export function draftKey(saved: DailyMessageView | null): string {
  return saved === null ? "new" : String(saved.id);
}

/** Everything that was typed and not saved in this browser, whichever tab it was. */
export function useDrafts(): Drafts {
  return useSyncExternalStore(subscribe, readDrafts, () => none);
}

/** The unsaved typing of a message, if there is some. */
export function findDraft(saved: DailyMessageView | null): Draft | undefined {
  return readDrafts()[draftKey(saved)];
}

/** Keeps what was typed. */
export function keepDraft(draft: Draft): void {
  write({ ...readDrafts(), [draftKey(draft.saved)]: draft });
}

/** Forgets what was typed: it is saved, or not wanted any more. */
export function dropDraft(saved: DailyMessageView | null): void {
  const { [draftKey(saved)]: _, ...rest } = readDrafts();
  write(rest);
}

function readDrafts(): Drafts {
  const text = localStorage.getItem(storageKey);
  if (text !== known.text) known = { text, drafts: parse(text) };
  return known.drafts;
}

function parse(text: string | null): Drafts {
  try {
    return draftsSchema.safeParse(JSON.parse(text ?? "{}")).data ?? none;
  } catch {
    return none;
  }
}

function write(drafts: Drafts): void {
  try {
    if (Object.keys(drafts).length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(drafts));
  } catch {
    // A full or forbidden storage must not keep anybody from writing.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
