import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { postEndpoints } from "@/lib/contracts/posts";
import { requestInternally } from "./internal-request";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Blog addresses have no dot; most of what scanners ask for does. */
const oldAddress = /^(?!\/(?:api|_next)\/)(?:\/[\w~%-]{1,200}){1,5}$/;

/** Seconds for which a browser or proxy may remember where a post is now. */
const rememberedS = 3_600;

const movedSchema = z.object({ slug: z.string() });

/**
 * Redirects the old address of an imported post, which no page of ours has, to the post. Calls `otherwise`
 * for every other request. It isn't a catch-all page, because Next's page for a missing post has no content
 * until its scripts have run.
 *
 * @param site.isPage whether one of our pages has this path
 * @param site.handle has Next respond
 */
export async function redirectOldAddress(
  request: IncomingMessage,
  response: ServerResponse,
  site: { isPage: (path: string) => boolean; handle: Handler },
  otherwise: () => void,
): Promise<void> {
  const path = (request.url ?? "").replace(/\/?(?:\?.*)?$/s, "");
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || !oldAddress.test(path) || site.isPage(path)) return otherwise();
  const slug = await findSlug(path, site.handle);
  if (slug === null) return otherwise();
  response.setHeader("cache-control", `public, max-age=${rememberedS}`);
  response.writeHead(301, { location: `/r/${slug}` }).end();
}

async function findSlug(path: string, handle: Handler): Promise<string | null> {
  const { status, body } = await requestInternally(postEndpoints.moved(path), {}, handle);
  if (status !== 200) return null;
  return movedSchema.parse(JSON.parse(body.toString())).slug;
}
