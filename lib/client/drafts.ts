import { useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { brand } from "../brand";

/** Work that was not saved yet. */
export type Draft<T> = {
  /** Under which it is kept. */
  name: string;
  /** When it was kept, ISO. */
  savedAt: string;
  value: T;
};

const prefix = `${brand.productKey}-draft:`;
const listeners = new Set<() => void>();

/** A name that no other work has, in this tab or another. It begins with what the work is about. */
export function newDraftName(subject: string): string {
  return `${subject}:${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
}

/**
 * Keeps unsaved work in this browser, in place of what was kept under that name before.
 *
 * @returns whether there was room
 */
export function keepDraft(name: string, value: unknown): boolean {
  const text = JSON.stringify({ savedAt: new Date().toISOString(), value });
  return change((storage) => storage.setItem(prefix + name, text));
}

/** What was kept under a name, or null; what has another shape was kept by an older version. */
export function readDraft<T>(name: string, schema: z.ZodType<T>): Draft<T> | null {
  const kept = readEntries(name).find(([each]) => each === name);
  return kept === undefined ? null : parse(kept, schema);
}

/** Forgets what was kept under a name. */
export function forgetDraft(name: string): void {
  change((storage) => storage.removeItem(prefix + name));
}

/**
 * Takes kept work over under a name of one's own. A tab that still shows it keeps it anew with its
 * next key, so that neither overwrites the other's.
 */
export function takeOverDraft(from: string, to: string): void {
  change((storage) => {
    const text = storage.getItem(prefix + from);
    if (text === null) return;
    // There may not be room for both, nor for a longer name.
    storage.removeItem(prefix + from);
    try {
      storage.setItem(prefix + to, text);
    } catch (error) {
      storage.setItem(prefix + from, text);
      throw error;
    }
  });
}

/** Everything kept under names that begin so, whichever tab it was, the last first. */
export function listDrafts<T>(beginning: string, schema: z.ZodType<T>): Draft<T>[] {
  return toDrafts(readEntries(beginning), schema);
}

/** `listDrafts` as it stands now, here and in other tabs. */
export function useDrafts<T>(beginning: string, schema: z.ZodType<T>): Draft<T>[] {
  const text = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(readEntries(beginning)),
    () => "[]",
  );
  return useMemo(() => toDrafts(entriesSchema.parse(JSON.parse(text)), schema), [text, schema]);
}

const entriesSchema = z.array(z.tuple([z.string(), z.string()]));

type Entry = z.output<typeof entriesSchema>[number];

function readEntries(beginning: string): Entry[] {
  try {
    return Object.entries(localStorage)
      .filter(([key]) => key.startsWith(prefix + beginning))
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
    const kept = shape.safeParse(JSON.parse(text)).data;
    return kept ? { name, ...kept } : null;
  } catch {
    return null;
  }
}

/** Answers whether it could be done: a browser may have no storage, or no room in it. */
function change(doIt: (storage: Storage) => void): boolean {
  try {
    doIt(localStorage);
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
