import {
  checksSchema,
  settingsEndpoints as endpoints,
  settingsSchema,
  statusSchema,
  type SettingsChange,
} from "@/lib/contracts/admin/settings";
import { adminJson, adminMessage, adminQuery } from "../admin";

const statusIntervalMs = 15_000;

/** Whether the service works; fetched again while the tab is visible. */
export function serviceStatus() {
  return {
    ...adminQuery(["admin", "status"], endpoints.status, statusSchema),
    refetchInterval: statusIntervalMs,
    refetchIntervalInBackground: false,
  };
}

/** The settings, and what environment variables set. */
export function settings() {
  return adminQuery(["admin", "settings"], endpoints.settings, settingsSchema);
}

/** Throws FetchError. */
export function changeSettings(body: SettingsChange): Promise<string> {
  return adminMessage(endpoints.settings, "PUT", body);
}

/** Checks that everything is ready to go live; takes up to 20 seconds. Throws FetchError. */
export function runChecks() {
  return adminJson(endpoints.checks, checksSchema, { method: "POST" });
}
