import { request } from "undici";
import { brand } from "@/lib/brand";
import { describeCallError } from "../outbound-call";
import { anyAgent, isPrivateHost, publicAgent, refusal, timeoutMs } from "./public-agent";

const maxRedirects = 3;

/** An image that can't be fetched. The message says why. */
export class ImageFetchError extends Error {
  override name = "ImageFetchError";
}

/**
 * Fetches an image from the public internet.
 *
 * @param options.maxBytes a larger one is refused
 * @param options.allowsPrivate also from addresses that aren't public, for local mode
 * @throws ImageFetchError
 */
export async function fetchImage(
  address: string,
  options: { maxBytes: number; allowsPrivate: boolean },
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(3 * timeoutMs);
  try {
    let url = URL.parse(address);
    for (let call = 0; call <= maxRedirects; call += 1) {
      if (!url || !/^https?:$/.test(url.protocol)) throw new ImageFetchError("not a web address");
      if (!options.allowsPrivate && isPrivateHost(url)) throw new ImageFetchError(refusal);
      const { statusCode, headers, body } = await request(url, {
        dispatcher: options.allowsPrivate ? anyAgent : publicAgent,
        signal,
        headers: {
          accept: "image/jpeg,image/png,image/webp,image/gif",
          "user-agent": `Mozilla/5.0 (compatible; ${brand.name}-Import/1)`,
        },
      });
      if (statusCode === 200) return await readBody(body, options.maxBytes);
      body.on("error", () => undefined).destroy();
      const { location } = headers;
      if (statusCode < 300 || statusCode > 399 || typeof location !== "string") {
        throw new ImageFetchError(`the site answered ${statusCode}`);
      }
      url = URL.parse(location, url.href);
    }
    throw new ImageFetchError("too many redirects");
  } catch (error) {
    if (error instanceof ImageFetchError) throw error;
    throw new ImageFetchError(describeCallError(error), { cause: error });
  }
}

async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ImageFetchError("the image is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
