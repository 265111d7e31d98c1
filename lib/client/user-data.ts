import { useSyncExternalStore } from "react";
import { type UserData, userDataSchema } from "@/lib/contracts/account";

/** The entry of local storage in which a browser keeps what it displays of its subscriber. */
export const userDataKey = "userData";

type Entry = { text: string | null; userData: UserData | null };

const listeners = new Set<() => void>();
/** Stands in where a browser refuses storage. */
let unstored: string | null = null;
let last: Entry = { text: null, userData: null };

/**
 * What this browser displays of its subscriber, or null. An entry that is no `userData` counts as
 * none. The same object as long as nothing changes.
 */
export function readUserData(): UserData | null {
  const text = load();
  if (text !== last.text) last = { text, userData: parse(text) };
  return last.userData;
}

/** Keeps what to display, in place of what was kept before. */
export function writeUserData(userData: UserData): void {
  save(JSON.stringify(userData));
}

/** Forgets the subscriber. */
export function clearUserData(): void {
  save(null);
}

/** Calls back on every change, in this tab or another; returns what ends that. */
export function subscribeToUserData(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A storage that is cleared whole names no key.
    if (key === userDataKey || key === null) onChange();
  };
  listeners.add(onChange);
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(onChange);
    removeEventListener("storage", onStorage);
  };
}

/** `userData` as it stands; undefined until the page runs in a browser. */
export function useUserData(): UserData | null | undefined {
  return useSyncExternalStore<UserData | null | undefined>(
    subscribeToUserData,
    readUserData,
    () => undefined,
  );
}

function load(): string | null {
  try {
    return unstored ?? localStorage.getItem(userDataKey);
  } catch {
    return unstored;
  }
}

function save(text: string | null): void {
  unstored = null;
  try {
    if (text === null) localStorage.removeItem(userDataKey);
    else localStorage.setItem(userDataKey, text);
  } catch {
    unstored = text;
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
