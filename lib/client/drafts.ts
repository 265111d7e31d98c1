import { useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { listItems, readItem, removeItem, storeItem } from "./browser-storage";

/** Unsaved work in this browser. */
export type Draft<T> = {
  name: string;
  /** ISO instant. */
  savedAt: string;
  value: T;
};

const listeners = new Set<() => void>();

/** A name that is unique across tabs, prefixed with what the draft is about. */
export function newDraftName(subject: string): string {
  return `${subject}:${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
}

/**
 * Saves a draft in this browser, over any earlier one with the same name.
 *
 * @returns whether the browser had room for it
 */
export function saveDraft(name: string, value: unknown): boolean {
  const text = JSON.stringify({ savedAt: new Date().toISOString(), value });
  return change(() => storeItem("drafts", text, name));
}

/**
 * The draft with a name; null if there is none or an older version of the site saved it in a different shape.
 */
export function readDraft<T>(name: string, schema: z.ZodType<T>): Draft<T> | null {
  const entry = readEntries(name).find(([each]) => each === name);
  return entry === undefined ? null : parse(entry, schema);
}

export function deleteDraft(name: string): void {
  change(() => removeItem("drafts", name));
}

/**
 * Renames a draft. If another tab still shows it, that tab saves it again under the old name on its
 * next change, so the two tabs never overwrite each other.
 */
export function claimDraft(from: string, to: string): void {
  change(() => {
    const text = readItem("drafts", from);
    if (text === null) return;
    // Storage may not have room for both copies, or even for a longer name.
    removeItem("drafts", from);
    try {
      storeItem("drafts", text, to);
    } catch (error) {
      storeItem("drafts", text, from);
      throw error;
    }
  });
}

/** Drafts whose names start with a prefix, from every tab, newest first. */
export function listDrafts<T>(namePrefix: string, schema: z.ZodType<T>): Draft<T>[] {
  return toDrafts(readEntries(namePrefix), schema);
}

/** `listDrafts`, updated when this or another tab changes a draft. */
export function useDrafts<T>(namePrefix: string, schema: z.ZodType<T>): Draft<T>[] {
  const text = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(readEntries(namePrefix)),
    () => "[]",
  );
  return useMemo(() => toDrafts(entriesSchema.parse(JSON.parse(text)), schema), [text, schema]);
}

const entriesSchema = z.array(z.tuple([z.string(), z.string()]));

type Entry = z.output<typeof entriesSchema>[number];

function readEntries(namePrefix: string): Entry[] {
  try {
    return listItems("drafts").filter(([name]) => name.startsWith(namePrefix));
  } catch {
    return [];
  }
}

function toDrafts<T>(entries: readonly Entry[], schema: z.ZodType<T>): Draft<T>[] {
  return entries
    .flatMap((entry) => parse(entry, schema) ?? [])
    .toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
}

function parse<T>([name, text]: Entry, schema: z.ZodType<T>): Draft<T> | null {
  const shape = z.object({ savedAt: z.iso.datetime(), value: schema });
  try {
    const draft = shape.safeParse(JSON.parse(text)).data;
    return draft ? { name, ...draft } : null;
  } catch {
    return null;
  }
}

/** Returns false if the browser has no storage or no room in it. */
function change(apply: () => void): boolean {
  try {
    apply();
    return true;
  } catch {
    return false;
  } finally {
    for (const listener of listeners) listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
