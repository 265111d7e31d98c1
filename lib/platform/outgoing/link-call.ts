import { request } from "undici";
import { brand } from "@/lib/brand";
import { describeCallError } from "../outbound-call";
import { anyAgent, isPrivateHost, PrivateAddressError, publicAgent, refusal } from "./public-agent";

const timeoutMs = 5_000;

/** As `LinkAnswer` of the domain. */
type Answer = { state: "works" | "moved" | "dead" | "unknown"; detail: string | null };

const works: Answer = { state: "works", detail: null };

/** Sites that refuse programs or readers without a subscription: the page exists. */
const guarded = new Set([401, 402, 403, 405, 406, 429, 451]);

/**
 * Asks for a page as a reader's browser would, and reads only the status.
 *
 * @param options.sandboxUrl asks the sandbox's `/web` instead of the site
 */
export async function callLink(
  address: string,
  { sandboxUrl }: { sandboxUrl?: string | undefined } = {},
): Promise<Answer> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    return { state: "dead", detail: "not a web address" };
  if (isPrivateHost(url)) return { state: "dead", detail: refusal };
  const target = sandboxUrl ? `${sandboxUrl}/web/${url.host}${url.pathname}${url.search}` : url;
  try {
    const { statusCode, headers, body } = await request(target, {
      dispatcher: sandboxUrl ? anyAgent : publicAgent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: "text/html,*/*;q=0.8",
        "accept-language": "en-US,en;q=0.8",
        "user-agent": `Mozilla/5.0 (compatible; ${brand.name}-Links/1)`,
      },
    });
    body.on("error", () => undefined).destroy();
    const { location } = headers;
    return toAnswer(url, statusCode, typeof location === "string" ? location : null);
  } catch (error) {
    return explain(error);
  }
}

function toAnswer(url: URL, status: number, location: string | null): Answer {
  if (status < 300 || guarded.has(status)) return works;
  if (status === 404 || status === 410) return { state: "dead", detail: String(status) };
  const target = location === null ? null : URL.parse(location, url.href);
  if (status >= 400 || !target) return { state: "unknown", detail: String(status) };
  const isForGood = status === 301 || status === 308;
  // Removed pages often redirect to the home page. Consent and login pages lead back.
  const isHome = target.pathname === "/" && url.pathname !== "/";
  return isForGood || isHome ? { state: "moved", detail: target.href } : works;
}

function explain(error: unknown): Answer {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOTFOUND") return { state: "dead", detail: "the site doesn't exist" };
  if (error instanceof PrivateAddressError) return { state: "dead", detail: refusal };
  return { state: "unknown", detail: describeCallError(error) };
}
