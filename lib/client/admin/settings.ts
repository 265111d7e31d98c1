import { queryOptions } from "@tanstack/react-query";
import {
  checksSchema,
  settingsEndpoints as endpoints,
  settingsSchema,
  statusSchema,
  type SettingsChange,
} from "@/lib/contracts/admin/settings";
import { messageSchema } from "@/lib/contracts/responses/message";
import { adminJson } from "../admin";

const statusIntervalMs = 15_000;

/** Whether the service works; fetched again while the tab is visible. */
export function serviceStatus() {
  return queryOptions({
    queryKey: ["admin", "status"],
    queryFn: ({ signal }) => adminJson(endpoints.status, statusSchema, { signal }),
    refetchInterval: statusIntervalMs,
    refetchIntervalInBackground: false,
  });
}

/** The settings, and what environment variables set. */
export function settings() {
  return queryOptions({
    queryKey: ["admin", "settings"],
    queryFn: ({ signal }) => adminJson(endpoints.settings, settingsSchema, { signal }),
  });
}

/** Throws FetchError. */
export async function changeSettings(body: SettingsChange): Promise<string> {
  const { message } = await adminJson(endpoints.settings, messageSchema, { method: "PUT", body });
  return message;
}

/** Checks that everything is ready to go live; takes up to 20 seconds. Throws FetchError. */
export function runChecks() {
  return adminJson(endpoints.checks, checksSchema, { method: "POST" });
}
