import { toSecurityTxt } from "@/lib/http/feeds/security-txt";
import { textResponse } from "@/lib/http/feeds/text-response";
import { pageConfig } from "@/lib/http/pages/page-config";

// Its expiry date has to be in the future whenever someone reads it.
export const dynamic = "force-dynamic";

/** `/.well-known/security.txt`: how to report a security problem. */
export function GET(): Response {
  return textResponse(toSecurityTxt(pageConfig().siteUrl), "text/plain", null);
}
