import { isImageFile } from "@/lib/contracts/reading/image-address";
import { httpMessages } from "@/lib/messages/http";
import { getContext } from "../route/context";

const types: Readonly<Record<string, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  png: "image/png",
  jpg: "image/jpeg",
};

// The name changes with the content. Emails and feed readers load images cross-site.
const immutable = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "cross-origin",
};

/**
 * A file of an uploaded image, which caches may keep forever.
 *
 * @param name such as `{key}/480.avif`
 */
export async function serveImage(name: string): Promise<Response> {
  if (!isImageFile(name)) return refuse(404, httpMessages.notFound);
  const { images, log } = await getContext();
  let content: Uint8Array | null;
  try {
    content = await images.store.find(name);
  } catch (error) {
    log.error({ err: error, name }, "image not read");
    return refuse(503, httpMessages.unavailable);
  }
  if (content === null) return refuse(404, httpMessages.notFound);
  const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return new Response(Buffer.from(content), {
    headers: { "content-type": type, "content-length": String(content.byteLength), ...immutable },
  });
}

function refuse(status: number, message: string): Response {
  return new Response(message, { status, headers: { "cache-control": "no-store" } });
}
