import { queryOptions } from "@tanstack/react-query";
import {
  importEndpoints as endpoints,
  importListSchema,
  importSchema,
  importUndoneSchema,
  type ImportChange,
  type ImportUndone,
  type ImportView,
  type NewImport,
} from "@/lib/contracts/admin/imports";
import { adminJson, adminQuery, adminRequest } from "../admin";

/** How often the progress of a running import is read, in milliseconds. */
const progressIntervalMs = 1_000;

/** The first part of the query keys. */
export const importsKey = "admin-imports";

/** The latest imports. */
export function importList() {
  return adminQuery([importsKey, "list"], endpoints.list, importListSchema);
}

/** One import; while it runs, its progress. */
export function oneImport(id: number) {
  return queryOptions({
    ...adminQuery([importsKey, "one", id], endpoints.one(id), importSchema),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? progressIntervalMs : false),
  });
}

/** Throws FetchError. */
export function uploadImport(body: NewImport): Promise<ImportView> {
  return adminJson(endpoints.list, importSchema, { method: "POST", body });
}

/** Throws FetchError. */
export function changeImport(id: number, body: ImportChange): Promise<ImportView> {
  return adminJson(endpoints.one(id), importSchema, { method: "PUT", body });
}

/** Throws FetchError. */
export function startImport(id: number, hasConsent: boolean): Promise<ImportView> {
  return adminJson(endpoints.start(id), importSchema, { method: "POST", body: { hasConsent } });
}

/** Throws FetchError. */
export function undoImport(id: number): Promise<ImportUndone> {
  return adminJson(endpoints.undo(id), importUndoneSchema, { method: "POST" });
}

/** Throws FetchError. */
export async function discardImport(id: number): Promise<void> {
  await adminRequest(endpoints.one(id), { method: "DELETE" });
}
