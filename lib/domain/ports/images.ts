import type { ImageFiles } from "@/lib/contracts/reading/image-address";

/** An upload in the forms in which it's served. */
export type EncodedImage = Omit<ImageFiles, "key"> & {
  /** By name, without the key: `480.avif`, `1280x720.png`. */
  files: ReadonlyMap<string, Uint8Array>;
};

/** Encodes uploads again, in the formats and sizes that are served. */
export type ImageEncoder = {
  /**
   * Decodes a file and encodes it again in every width and format, without its metadata.
   *
   * @param signal skips a file that nobody waits for: AppError 400
   * @throws AppError 400 with the reason: another kind of file, a damaged one, an animation, too many
   *   pixels; 503 while too many files wait
   */
  encode(file: Uint8Array, signal?: AbortSignal): Promise<EncodedImage>;
};

/** Where the files of images are. */
export type ImageStore = {
  /** Replaces a file, or adds it. `name` is such as `{key}/480.avif`. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Null if there's no such file. */
  find(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  /** Deletes files; missing ones are ignored. */
  remove(names: readonly string[]): Promise<void>;
};
