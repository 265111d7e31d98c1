import { parsePageSettings, type PageSettings } from "@/lib/platform/env-pages";
import { isSecureUrl } from "@/lib/platform/secure-url";
import { testSiteOf } from "@/lib/platform/test-accounts";

/** The configuration of the public pages, with defaults filled in. */
export type PageConfig = PageSettings & {
  /** Without a trailing slash. */
  siteUrl: string;
  /** Whether the site is served over TLS. */
  isSecure: boolean;
  /** Why every page has to say that this site isn't real; null for a live site. */
  testSite: ReturnType<typeof testSiteOf>;
};

let settings: PageConfig | undefined;

/**
 * Reads the environment on the first call.
 *
 * @throws OperatorError if a variable is invalid
 */
export function pageConfig(): PageConfig {
  settings ??= read();
  return settings;
}

function read(): PageConfig {
  const parsed = parsePageSettings(process.env);
  const siteUrl = parsed.SITE_URL ?? "http://localhost:3000";
  return {
    ...parsed,
    siteUrl,
    isSecure: isSecureUrl(siteUrl),
    testSite: testSiteOf(parsed),
  };
}
