import type { Metadata, Sharp, SharpOptions } from "sharp";
import {
  imageWidths,
  largestImage,
  modernFormats,
  type ImageFormat,
} from "@/lib/contracts/reading/image-address";
import { imageLimits } from "@/lib/contracts/limits";
import { imageProblems } from "@/lib/messages/admin/images";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "../app-error";
import { limitTo } from "../limit-to";

/** As `EncodedImage` of the domain. */
type Encoded = {
  width: number;
  height: number;
  format: ImageFormat;
  files: Map<string, Uint8Array>;
};

type CreateSharp = (input: Uint8Array, options?: SharpOptions) => Sharp;

/**
 * The first bytes of the formats that we accept. Anything else, such as SVG or PDF, never reaches a decoder.
 */
const beginnings = [
  /^\x89PNG\r\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  /^[^]{4}ftyp(?:avif|avis|mif1)/,
];

/** What sharp calls them. */
const formats = new Set(["png", "jpeg", "gif", "webp", "heif"]);

const timeoutSeconds = 30;

const quality = { avif: { quality: 58, effort: 3 }, webp: { quality: 82 } } as const;

let loading: Promise<CreateSharp> | undefined;

/** Loaded with the first upload: most processes never need it. */
function loadSharp(): Promise<CreateSharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // Doesn't block formats for the whole process: Next draws share images with the same library. One thread
    // per image leaves the rest of the processor to readers.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** How many files may wait while one is being encoded. */
const mostWaiting = 4;

const inTurn = limitTo(1, {
  most: mostWaiting,
  refusal: () => new AppError(503, httpMessages.busy, { retryAfterS: 10 }),
});

/**
 * Decodes an upload and encodes it in the widths and formats in which it's served, without its metadata, and
 * rotated as its EXIF orientation says. One image at a time: each can take 300 MB.
 *
 * @param signal skips a file that nobody is waiting for anymore
 * @throws AppError 400 with the reason, or 503 while too many files wait
 * @see https://sharp.pixelplumbing.com/
 */
export function encodeImage(file: Uint8Array, signal?: AbortSignal): Promise<Encoded> {
  return inTurn(async () => {
    if (signal?.aborted) {
      throw new AppError(400, httpMessages.invalid, { detail: "nobody waits for the upload" });
    }
    return encode(file);
  });
}

async function encode(file: Uint8Array): Promise<Encoded> {
  const sharp = await loadSharp();
  checkMetadata(file, await readMetadata(sharp, file));
  const { data, info } = await sharp(file, { limitInputPixels: imageLimits.pixels })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ ...largestImage, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => refuse(imageProblems.damaged, cause));
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });
  const files = new Map<string, Uint8Array>();
  for (const each of imageWidths({ width })) {
    for (const format of modernFormats) {
      const resized = each === width ? decoded() : decoded().resize({ width: each });
      files.set(`${each}.${format}`, await resized[format](quality[format]).toBuffer());
    }
  }
  const main = await encodeMain(decoded, channels % 2 === 0);
  files.set(`${width}x${height}.${main.format}`, main.bytes);
  return { width, height, format: main.format, files };
}

/** For emails: whichever is smaller. Only PNG supports transparency. */
async function encodeMain(
  decoded: () => Sharp,
  hasAlpha: boolean,
): Promise<{ format: ImageFormat; bytes: Uint8Array }> {
  const png = await decoded().png({ compressionLevel: 9, effort: 7 }).toBuffer();
  if (hasAlpha) return { format: "png", bytes: png };
  const jpg = await decoded().jpeg({ quality: 84, mozjpeg: true }).toBuffer();
  return jpg.byteLength < png.byteLength
    ? { format: "jpg", bytes: jpg }
    : { format: "png", bytes: png };
}

async function readMetadata(sharp: CreateSharp, file: Uint8Array): Promise<Metadata> {
  const beginning = Buffer.from(file.subarray(0, 16)).toString("latin1");
  if (!beginnings.some((each) => each.test(beginning))) refuse(imageProblems.otherKind);
  // The size is checked below, with its own message.
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => refuse(imageProblems.otherKind, cause));
  return formats.has(metadata.format) ? metadata : refuse(imageProblems.otherKind);
}

function checkMetadata(file: Uint8Array, { width, height, depth, pages = 1 }: Metadata): void {
  if (pages > 1 || isAnimated(file)) refuse(imageProblems.animated);
  // 16 bits for each color take twice the memory.
  const most = depth === "uchar" ? imageLimits.pixels : imageLimits.pixels / 2;
  if (width * height > most) refuse(imageProblems.tooManyPixels(width, height, most));
}

/** Whether it's an animated PNG, or a sequence of AVIF images: sharp sees only the first image. */
function isAnimated(file: Uint8Array): boolean {
  const start = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const control = start.indexOf("acTL", 8, "latin1");
  const isPng = start.indexOf("PNG", 1, "latin1") === 1;
  if (isPng) return control > 0 && control < start.indexOf("IDAT", 8, "latin1");
  return (
    start.toString("latin1", 4, 8) === "ftyp" && start.toString("latin1", 8, 40).includes("avis")
  );
}

function refuse(message: string, cause?: unknown): never {
  throw new AppError(400, message, { code: "image_invalid", field: "file", cause });
}
