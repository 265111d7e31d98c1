import { toSecurityTxt } from "@/lib/http/feeds/security-txt";
import { textResponse } from "@/lib/http/feeds/text-response";
import { pageConfig } from "@/lib/http/pages/page-config";
import { systemClock } from "@/lib/platform/clock";

// Its date has to be in the future whenever someone reads it.
export const dynamic = "force-dynamic";

/** `/.well-known/security.txt`: how to report a security problem. */
export function GET(): Response {
  const text = toSecurityTxt(pageConfig().siteUrl, systemClock.now());
  return textResponse(text, "text/plain", null);
}
