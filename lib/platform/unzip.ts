import { unzipSync } from "fflate";

/** A file that isn't a ZIP archive, or is larger than allowed. */
export class ZipError extends Error {
  override name = "ZipError";
  constructor(
    readonly isTooLarge: boolean,
    options?: ErrorOptions,
  ) {
    super(isTooLarge ? "the archive is too large" : "not a ZIP archive", options);
  }
}

/**
 * Unpacks the wanted files of a ZIP archive.
 *
 * @param options.isWanted by the file's path in the archive
 * @param options.maxBytes of all wanted files together, unpacked
 * @throws ZipError
 */
export function unzip(
  archive: Uint8Array,
  options: { isWanted: (path: string) => boolean; maxBytes: number },
): ReadonlyMap<string, Uint8Array> {
  let total = 0;
  try {
    const files = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        if (!options.isWanted(name)) return false;
        total += originalSize;
        if (total > options.maxBytes) throw new ZipError(true);
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError(false, { cause: error });
  }
}
