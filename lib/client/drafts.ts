import { useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { brand } from "../brand";

/** Unsaved work in this browser. */
export type Draft<T> = {
  name: string;
  /** ISO instant. */
  savedAt: string;
  value: T;
};

const prefix = `${brand.productKey}-draft:`;
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
  return change((storage) => storage.setItem(prefix + name, text));
}

/** The draft with a name; null if there is none or an older version of the site saved it in another shape. */
export function readDraft<T>(name: string, schema: z.ZodType<T>): Draft<T> | null {
  const entry = readEntries(name).find(([each]) => each === name);
  return entry === undefined ? null : parse(entry, schema);
}

export function deleteDraft(name: string): void {
  change((storage) => storage.removeItem(prefix + name));
}

/**
 * Renames a draft. If another tab still shows it, that tab saves it again under the old name on its
 * next change, so the two tabs never overwrite each other.
 */
export function claimDraft(from: string, to: string): void {
  change((storage) => {
    const text = storage.getItem(prefix + from);
    if (text === null) return;
    // Storage may not have room for both copies, or even for a longer name.
    storage.removeItem(prefix + from);
    try {
      storage.setItem(prefix + to, text);
    } catch (error) {
      storage.setItem(prefix + from, text);
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
    return Object.entries(localStorage)
      .filter(([key]) => key.startsWith(prefix + namePrefix))
      .map(([key, text]) => [key.slice(prefix.length), String(text)]);
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
function change(apply: (storage: Storage) => void): boolean {
  try {
    apply(localStorage);
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
