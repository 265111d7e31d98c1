import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { filesOf } from "@/lib/contracts/reading/image-address";
import { encodeImage } from "./encode-image";

/** A chart-like image: flat areas and a line. */
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#faf8f3" } }).composite([
    {
      input: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0 0L${width} ${height}" stroke="#123" stroke-width="3"/></svg>`,
      ),
    },
  ]);

const files = {
  png: await drawing(1200, 750).png().toBuffer(),
  jpg: await drawing(640, 400).jpeg().toBuffer(),
  webp: await drawing(640, 400).webp().toBuffer(),
  avif: await drawing(640, 400).avif().toBuffer(),
  gif: await drawing(640, 400).gif().toBuffer(),
  tiff: await drawing(64, 40).tiff().toBuffer(),
  wide: await drawing(3000, 1000).png().toBuffer(),
  gray: await drawing(300, 200).grayscale().png().toBuffer(),
  deep: await drawing(300, 200).toColourspace("rgb16").png().toBuffer(),
  cmyk: await drawing(300, 200).toColourspace("cmyk").jpeg().toBuffer(),
  transparent: await sharp({
    create: { width: 300, height: 200, channels: 4, background: "#12345680" },
  })
    .png()
    .toBuffer(),
  photo: await sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer(),
  turned: await drawing(300, 200)
    .withExif({ IFD0: { Copyright: "someone", Artist: "Jane Doe" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
  animated: await sharp(Buffer.alloc(20 * 40 * 3, 100).fill(200, 20 * 20 * 3), {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .gif({ loop: 0 })
    .toBuffer(),
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG whose header says that it has two frames. */
function animatedPng(): Buffer {
  const still = blankPng(20, 20);
  const headerEnd = 8 + 25;
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  return Buffer.concat([
    still.subarray(0, headerEnd),
    chunk("acTL", control),
    still.subarray(headerEnd),
  ]);
}

/** A PNG of one bit per pixel: 50 MB of zeros for 20,000 × 20,000 pixels, in 50 KB. */
function blankPng(width: number, height: number, rows = height, depth = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(rows * (1 + Math.ceil((width * depth) / 8))))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("an image is encoded in every width and format of its address", async () => {
  const image = await encodeImage(files.png);
  expect(image).toMatchObject({ width: 1200, height: 750, format: "png" });
  const key = "0123456789abcdef0123";
  expect([...image.files.keys()].map((name) => `${key}/${name}`).toSorted()).toEqual(
    filesOf({ ...image, key }).toSorted(),
  );
  for (const [name, content] of image.files) {
    const { format, width, height } = await sharp(content).metadata();
    const [, stated, ending] = /^(\d+)(?:x750)?\.(\w+)$/.exec(name) ?? [];
    expect([width, format]).toEqual([
      Number(stated),
      ending === "avif" ? "heif" : ending === "jpg" ? "jpeg" : ending,
    ]);
    expect(height).toBe(Math.round((Number(stated) * 750) / 1200));
  }
});

test.each(["jpg", "webp", "avif", "gif", "gray", "deep", "cmyk"] as const)(
  "%s files are read",
  async (name) => {
    const { width, height } = await sharp(files[name]).metadata();
    const image = await encodeImage(files[name]);
    expect(image).toMatchObject({ width, height });
    const main = image.files.get(`${width}x${height}.${image.format}`) ?? Buffer.alloc(0);
    const { space, depth } = await sharp(main).metadata();
    expect(space).toMatch(/^(?:srgb|b-w)$/);
    expect(depth).toBe("uchar");
    const { dominant } = await sharp(main).stats();
    expect(dominant.r).toBeGreaterThan(200);
  },
);

test("a large image is made smaller, and a small one isn't made larger", async () => {
  expect(await encodeImage(files.wide)).toMatchObject({ width: 1280, height: 427 });
  expect([...(await encodeImage(files.gray)).files.keys()]).toEqual([
    "300.avif",
    "300.webp",
    expect.stringMatching(/^300x200\.(?:png|jpg)$/),
  ]);
});

test("photos are JPEG in emails, and transparency is kept", async () => {
  expect((await encodeImage(files.photo)).format).toBe("jpg");
  const { format, files: encoded } = await encodeImage(files.transparent);
  expect(format).toBe("png");
  for (const content of encoded.values())
    expect((await sharp(content).metadata()).hasAlpha).toBe(true);
});

test("metadata is removed, and an image is turned as its camera was held", async () => {
  expect(files.turned.includes("Jane Doe")).toBe(true);
  const image = await encodeImage(files.turned);
  expect(image).toMatchObject({ width: 200, height: 300 });
  for (const content of image.files.values()) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(content).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect(Buffer.from(content).includes("Jane Doe")).toBe(false);
  }
});

test("what is appended to an image isn't served", async () => {
  const script = "<script>alert(1)</script>";
  const zip = Buffer.from("PK\u0003\u0004 evil.jar");
  for (const image of [files.png, files.jpg, files.gif]) {
    const { files: encoded } = await encodeImage(Buffer.concat([image, Buffer.from(script), zip]));
    for (const content of encoded.values()) {
      expect(Buffer.from(content).includes("<script>")).toBe(false);
      expect(Buffer.from(content).includes("evil.jar")).toBe(false);
    }
  }
});

test("the process can still draw an SVG, as Next does for share images", async () => {
  await encodeImage(files.gray);
  expect(await drawing(30, 20).png().toBuffer()).toBeInstanceOf(Buffer);
});

describe("refused", () => {
  const otherKind = "We can’t use this file. Upload a JPEG, PNG, WebP, AVIF, or GIF.";
  const damaged = "This image is damaged or incomplete. Save a new copy and upload that.";

  test.each<[string, Uint8Array, string]>([
    [
      "an SVG",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      otherKind,
    ],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), otherKind],
    ["a GIF that is a script", Buffer.from("GIF89a/*=1;alert(1)//*/"), otherKind],
    ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj"), otherKind],
    ["a TIFF", files.tiff, otherKind],
    ["nothing", Buffer.alloc(0), otherKind],
    ["zeros", Buffer.alloc(1000), otherKind],
    ["half an image", files.photo.subarray(0, files.photo.length / 2), damaged],
    ["fewer rows than promised", blankPng(2000, 2000, 10), damaged],
    ["an animated PNG", animatedPng(), "Animated images aren’t supported. Upload a still image."],
    [
      "25 million pixels of 16 bits",
      blankPng(5001, 5000, 5000, 16),
      "The image is 5,001 × 5,000 pixels; the limit is 25 million in total. Make it smaller and try again.",
    ],
    ["an animation", files.animated, "Animated images aren’t supported. Upload a still image."],
    [
      "20,000 × 20,000 pixels",
      blankPng(20_000, 20_000),
      "The image is 20,000 × 20,000 pixels; the limit is 50 million in total. Make it smaller and try again.",
    ],
  ])("%s", async (_, file, userMessage) => {
    await expect(encodeImage(file)).rejects.toMatchObject({
      status: 400,
      code: "image_invalid",
      userMessage,
    });
  });

  test("an SVG behind the beginning of a PNG", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    await expect(encodeImage(Buffer.concat([png, svg]))).rejects.toMatchObject({
      userMessage: otherKind,
    });
  });

  test("more files than may wait, with a time to try again", async () => {
    const uploads = Array.from({ length: 7 }, () => encodeImage(files.gray));
    const results = await Promise.allSettled(uploads);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => reason)).toMatchObject(
      Array.from({ length: 2 }, () => ({ status: 503, retryAfterS: 10 })),
    );
  });

  test("a file that nobody waits for isn't encoded", async () => {
    const gone = AbortSignal.abort();
    await expect(encodeImage(files.gray, gone)).rejects.toMatchObject({
      status: 400,
      message: "nobody waits for the upload",
    });
  });

  test("and the next image is encoded", async () => {
    await encodeImage(Buffer.from("nothing")).catch(() => undefined);
    expect(await encodeImage(files.jpg)).toMatchObject({ width: 640 });
  });
});
