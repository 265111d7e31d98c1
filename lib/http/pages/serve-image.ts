import { isImageFile } from "@/lib/contracts/image-address";
import { httpMessages } from "@/lib/messages/http";
import { getContext } from "../route/context";

const types: Readonly<Record<string, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  png: "image/png",
  jpg: "image/jpeg",
};

// The name changes with the content. Emails and feed readers load images from another site.
const immutable = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "cross-origin",
};

/**
 * A file of an uploaded image, which everyone may keep for good.
 *
 * @param name such as `{key}/480.avif`
 */
export async function serveImage(name: string): Promise<Response> {
  const content = isImageFile(name) ? await findFile(name) : null;
  if (content === null) {
    const headers = { "cache-control": "no-store" };
    return new Response(httpMessages.notFound, { status: 404, headers });
  }
  const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return new Response(Buffer.from(content), {
    headers: { "content-type": type, "content-length": String(content.byteLength), ...immutable },
  });
}

async function findFile(name: string): Promise<Uint8Array | null> {
  const ctx = await getContext();
  return ctx.images.store.find(name);
}
