import { decodeText } from "@/lib/contracts/decode-text";
import { postImportMessages as messages } from "@/lib/messages/admin/post-imports";
import { AppError } from "@/lib/platform/app-error";
import { unzip, ZipError } from "@/lib/platform/unzip";
import type { Archive } from "./archive-post";
import { readGhost } from "./ghost";
import { isSubstackFile, readSubstack } from "./substack";

/** The limit for all texts together, unpacked. */
const maxBytes = 200 * 1024 * 1024;

/**
 * Reads another site's export: Ghost's JSON, or Substack's ZIP archive.
 *
 * @param site the site's address, which Ghost's export doesn't have
 * @throws AppError 400, with the field `site` if that is missing
 */
export function readArchive(file: Uint8Array, site: string | undefined): Archive {
  const [first, second] = file;
  const isZip = first === 0x50 && second === 0x4b;
  if (isZip) return readSubstack(textsOf(file));
  const text = decodeText(file);
  if (!/^\s*\{/.test(text)) throw new AppError(400, messages.unknownFile);
  return readGhost(text, site);
}

function textsOf(file: Uint8Array): ReadonlyMap<string, string> {
  try {
    const files = unzip(file, { isWanted: isSubstackFile, maxBytes });
    return new Map([...files].map(([path, content]) => [path, decodeText(content)]));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new AppError(400, error.isTooLarge ? messages.tooLarge : messages.unknownFile, {
      cause: error,
    });
  }
}
