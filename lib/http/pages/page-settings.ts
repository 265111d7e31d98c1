import { parsePageSettings, type PageSettings } from "@/lib/platform/env";

/** Where the public pages lead and report to, with a default for whatever is not configured. */
export type PageConfig = PageSettings & {
  /** Public address of the site, without a trailing slash. */
  siteUrl: string;
};

let settings: PageConfig | undefined;

/**
 * The public pages' configuration, read at the first call.
 *
 * @throws EnvError on a bad variable
 */
export function pageConfig(): PageConfig {
  settings ??= read();
  return settings;
}

function read(): PageConfig {
  const parsed = parsePageSettings(process.env);
  return { ...parsed, siteUrl: parsed.SITE_URL ?? "http://localhost:3000" };
}
