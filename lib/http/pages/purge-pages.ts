import { purgeProxies } from "@/lib/platform/outgoing/purge-proxies";
import { getContext, getEnv } from "../route/context";

/**
 * Tells the caching proxies in front that public pages have changed, after the change is committed. The web
 * processes learn it from the database.
 */
export async function purgePages(): Promise<void> {
  if (!process.env["PROXY_PURGE_URLS"]) return;
  await purgeProxies(getEnv().PROXY_PURGE_URLS, (await getContext()).log);
}
