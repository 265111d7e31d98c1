import type { ImageFiles } from "@/lib/contracts/reading/image-address";

/** An upload in the forms that are served. */
export type EncodedImage = Omit<ImageFiles, "key"> & {
  /** By name, without the key: `480.avif`, `1280x720.png`. */
  files: ReadonlyMap<string, Uint8Array>;
};

/** Re-encodes uploads in the formats and sizes that are served. */
export type ImageEncoder = {
  /**
   * Re-encodes a file in every width and format, without its metadata.
   *
   * @param signal skips a file that nobody waits for: AppError 400
   * @throws AppError 400 with the reason: an unsupported or damaged file, an animation, too many pixels; 503
   *   while too many files wait
   */
  encode(file: Uint8Array, signal?: AbortSignal): Promise<EncodedImage>;
};

/** Stores the files of images. */
export type ImageStore = {
  /** Replaces a file, or adds it. `name` is, for example, `{key}/480.avif`. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Null if there's no such file. */
  find(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  /** Deletes files; missing ones are ignored. */
  remove(names: readonly string[]): Promise<void>;
};
