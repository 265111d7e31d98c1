import { expect, test } from "vitest";
import {
  filesOf,
  imageAddress,
  imageKeysOf,
  imageWidths,
  isImageFile,
  parseImageAddress,
} from "./image-address";

const key = "0123456789abcdef0123";
const image = { key, width: 1200, height: 750, format: "png" } as const;

test.each([
  [1280, [480, 800, 1280]],
  [801, [480, 800, 801]],
  [800, [480, 800]],
  [480, [480]],
  [1, [1]],
])("an image of %i pixels has the widths %j", (width, widths) => {
  expect(imageWidths({ width })).toEqual(widths);
});

test("an address says everything about an image", () => {
  const address = imageAddress(image);
  expect(address).toBe(`/images/${key}/1200x750.png`);
  expect(parseImageAddress(address)).toEqual({ ...image, base: `/images/${key}` });
  expect(parseImageAddress(`https://threeline.example${address}`)).toEqual({
    ...image,
    base: `https://threeline.example/images/${key}`,
  });
});

test.each([
  "https://elsewhere.example/photo.png",
  `/images/${key}/480.avif`,
  `/images/${key}/1200x750.svg`,
  `/images/${key}/0x750.png`,
  `/images/${key}/1200x750.png?x`,
  "/images/short/1200x750.png",
])("%s isn't the address of an uploaded image", (address) => {
  expect(parseImageAddress(address)).toBeNull();
});

test("every file of an image has a name that is served", () => {
  expect(filesOf(image)).toEqual([
    `${key}/480.avif`,
    `${key}/480.webp`,
    `${key}/800.avif`,
    `${key}/800.webp`,
    `${key}/1200.avif`,
    `${key}/1200.webp`,
    `${key}/1200x750.png`,
  ]);
  expect(filesOf(image).every(isImageFile)).toBe(true);
});

test.each([`${key}/../x.png`, `../${key}/480.avif`, `${key}/480.svg`, `${key}/.avif`, ""])(
  "%j is no file of an image",
  (name) => {
    expect(isImageFile(name)).toBe(false);
  },
);

test("a text's images are found by their keys, each once", () => {
  const other = "f".repeat(20);
  const text = `![a](/images/${key}/1200x750.png) ![b](https://x.example/images/${other}/1x1.jpg) ![c](/images/${key}/1200x750.png)`;
  expect(imageKeysOf(text)).toEqual([key, other]);
  expect(imageKeysOf("![a](/images/none.png)")).toEqual([]);
});
