import { useSyncExternalStore } from "react";
import { type UserData, userDataSchema } from "@/lib/contracts/account";
import { storageItems } from "@/lib/contracts/browser-storage";
import { readItem, removeItem, storeItem } from "./browser-storage";

type Entry = { text: string | null; userData: UserData | null };

const listeners = new Set<() => void>();
/** Used instead when the browser blocks local storage. */
let fallback: string | null = null;
let last: Entry = { text: null, userData: null };

/**
 * The stored user data, or null if there is none or it's malformed. Returns the same object until
 * the stored text changes, as `useSyncExternalStore` requires.
 */
export function readUserData(): UserData | null {
  const text = load();
  if (text !== last.text) last = { text, userData: parse(text) };
  return last.userData;
}

export function writeUserData(userData: UserData): void {
  save(JSON.stringify(userData));
}

export function clearUserData(): void {
  save(null);
}

/** Calls back on every change, in this tab or another. Returns the unsubscribe function. */
export function subscribeToUserData(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null when the whole storage was cleared.
    if (key === storageItems.userData.key || key === null) onChange();
  };
  listeners.add(onChange);
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(onChange);
    removeEventListener("storage", onStorage);
  };
}

/** The current user data; undefined during server rendering. */
export function useUserData(): UserData | null | undefined {
  return useSyncExternalStore<UserData | null | undefined>(
    subscribeToUserData,
    readUserData,
    () => undefined,
  );
}

function load(): string | null {
  try {
    return fallback ?? readItem("userData");
  } catch {
    return fallback;
  }
}

function save(text: string | null): void {
  fallback = null;
  try {
    if (text === null) removeItem("userData");
    else storeItem("userData", text);
  } catch {
    fallback = text;
  }
  for (const notify of listeners) notify();
}

function parse(text: string | null): UserData | null {
  if (text === null) return null;
  try {
    return userDataSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
