/**
 * An uploaded image. Its address is enough to find its files: `/images/{key}/{width}x{height}.{format}` is
 * for emails and old browsers, and next to it are `{width}.avif` and `{width}.webp` in the widths of
 * `imageWidths`.
 */
export type ImageFiles = {
  key: string;
  /** In pixels, of the largest file. */
  width: number;
  height: number;
  format: ImageFormat;
};

/** For photos, and for everything else. */
export const imageFormats = ["jpg", "png"] as const;

export type ImageFormat = (typeof imageFormats)[number];

/** What browsers choose from, best first. */
export const modernFormats = ["avif", "webp"] as const;

/** The most pixels that an image keeps: twice the width of a text column, for dense screens. */
export const largestImage = { width: 1280, height: 4000 } as const;

const narrowWidths = [480, 800] as const;

const address = /\/images\/([0-9a-f]{20})\/([1-9]\d{0,3})x([1-9]\d{0,3})\.(jpg|png)$/;
const anyAddress = /\/images\/([0-9a-f]{20})\//g;
const fileName =
  /^[0-9a-f]{20}\/(?:[1-9]\d{0,3}\.(?:avif|webp)|[1-9]\d{0,3}x[1-9]\d{0,3}\.(?:jpg|png))$/;

/** The widths of an image's files in modern formats, in pixels, ascending. */
export function imageWidths({ width }: Pick<ImageFiles, "width">): number[] {
  return [...narrowWidths.filter((each) => each < width), width];
}

/** The name of the file for emails: `{key}/1280x720.png`. */
export function mainFileOf({ key, width, height, format }: ImageFiles): string {
  return `${key}/${width}x${height}.${format}`;
}

/** The names of all files of an image. */
export function filesOf(image: ImageFiles): string[] {
  const modern = imageWidths(image).flatMap((width) =>
    modernFormats.map((format) => `${image.key}/${width}.${format}`),
  );
  return [...modern, mainFileOf(image)];
}

/** Whether an image could have this key. */
export function isImageKey(key: string): boolean {
  return /^[0-9a-f]{20}$/.test(key);
}

/** Whether a file could have this name. */
export function isImageFile(name: string): boolean {
  return fileName.test(name);
}

/** The address of an image, without a host. */
export function imageAddress(image: ImageFiles): string {
  return `/images/${mainFileOf(image)}`;
}

/** Reads the address of an uploaded image, with or without a host; null for any other. */
export function parseImageAddress(url: string): (ImageFiles & { base: string }) | null {
  const [found, key = "", width, height, format] = address.exec(url) ?? [];
  if (found === undefined) return null;
  return {
    base: `${url.slice(0, url.length - found.length)}/images/${key}`,
    key,
    width: Number(width),
    height: Number(height),
    format: format === "jpg" ? "jpg" : "png",
  };
}

/** The keys of the uploaded images whose addresses are in a text, each once. */
export function imageKeysOf(content: string): string[] {
  return [...new Set(Array.from(content.matchAll(anyAddress), ([, key = ""]) => key))];
}
