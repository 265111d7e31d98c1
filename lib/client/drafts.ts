import { z } from "zod";
import { brand } from "../brand";

/** Work that was not saved yet. */
export type Draft<T> = {
  /** When it was kept, ISO. */
  savedAt: string;
  value: T;
};

const keyOf = (name: string) => `${brand.productKey}-draft:${name}`;

/**
 * Keeps unsaved work in this browser, in place of what was kept under that name before.
 *
 * @returns whether there was room
 */
export function keepDraft(name: string, value: unknown): boolean {
  const draft: Draft<unknown> = { savedAt: new Date().toISOString(), value };
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** What was kept under a name, or null; what has another shape was kept by an older version. */
export function readDraft<T>(name: string, schema: z.ZodType<T>): Draft<T> | null {
  const shape = z.object({ savedAt: z.iso.datetime(), value: schema });
  try {
    const text = localStorage.getItem(keyOf(name));
    return text === null ? null : (shape.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

/** Forgets what was kept under a name. */
export function forgetDraft(name: string): void {
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // A browser without storage has kept nothing.
  }
}

/** The names that begin so and have something kept. */
export function listDrafts(beginning: string): string[] {
  const prefix = keyOf(beginning);
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(keyOf("").length));
  } catch {
    return [];
  }
}
