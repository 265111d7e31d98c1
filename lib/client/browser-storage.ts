import { storageItems, type StorageItem } from "@/lib/contracts/browser-storage";

// The only file that uses the browser's storage, so that nothing is stored that isn't listed. All
// functions throw when the browser blocks storage, and `storeItem` when there is no room.

/** @param name what follows the item's key, if it is the beginning of several */
export function readItem(item: StorageItem, name = ""): string | null {
  return areaOf(item).getItem(storageItems[item].key + name);
}

export function storeItem(item: StorageItem, text: string, name = ""): void {
  areaOf(item).setItem(storageItems[item].key + name, text);
}

export function removeItem(item: StorageItem, name = ""): void {
  areaOf(item).removeItem(storageItems[item].key + name);
}

/** Everything that is stored under keys that begin with the item's, by what follows it. */
export function listItems(item: StorageItem): [name: string, text: string][] {
  const { key: prefix } = storageItems[item];
  return Object.entries(areaOf(item))
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, text]) => [key.slice(prefix.length), String(text)]);
}

function areaOf(item: StorageItem): Storage {
  return storageItems[item].area === "local" ? localStorage : sessionStorage;
}
