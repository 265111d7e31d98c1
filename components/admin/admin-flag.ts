import { removeItem, storeItem } from "@/lib/client/browser-storage";

/** Marks this tab as logged in. It protects nothing; the server decides. */
export function setAdminFlag(): void {
  storeItem("adminFlag", "true");
}

export function clearAdminFlag(): void {
  removeItem("adminFlag");
}
