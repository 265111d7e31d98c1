import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesOf, type ImageFiles } from "@/lib/contracts/reading/image-address";
import { createKey } from "./files";
import { backUpImages, checkImageCopies, restoreImages } from "./images";

const now = new Date("2026-11-23T02:00:00.000Z");
const red: ImageFiles = { key: "a".repeat(20), width: 600, height: 300, format: "png" };
const blue: ImageFiles = { key: "b".repeat(20), width: 600, height: 300, format: "jpg" };

let folder: string;
let stored: Map<string, Uint8Array>;

/** The files of the images, in memory. */
const store = {
  find: async (name: string) => stored.get(name) ?? null,
  has: async (name: string) => stored.has(name),
  put: async (name: string, content: Uint8Array) => void stored.set(name, content),
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "image-backup-"));
  stored = new Map([red, blue].flatMap(filesOf).map((name) => [name, Buffer.from(name)]));
});
afterEach(() => rmSync(folder, { recursive: true }));

const backUp = (images: readonly ImageFiles[], key?: string, at = now) =>
  backUpImages(folder, images, store, { key, now: at });
const copiesOf = (...path: string[]) => readdirSync(join(folder, "images", ...path)).toSorted();

test("each file is copied once", async () => {
  const bytes = filesOf(red).join("").length;
  expect(await backUp([red])).toEqual({ copied: 5, bytes, problems: [] });
  expect(await backUp([red])).toEqual({ copied: 0, bytes: 0, problems: [] });
  expect(await backUp([red, blue])).toMatchObject({ copied: 5 });
  expect(copiesOf(red.key)).toEqual([
    "480.avif",
    "480.webp",
    "600.avif",
    "600.webp",
    "600x300.png",
  ]);
  expect(await checkImageCopies(folder, [red, blue], undefined)).toEqual([]);
});

test("with a key, copies are encrypted, and again with another", async () => {
  const [first, second] = [await createKey(), await createKey()];
  await backUp([red]);
  expect(await backUp([red], first.public)).toMatchObject({ copied: 5 });
  const names = copiesOf(red.key);
  expect(names).toHaveLength(5);
  expect(names.every((name) => name.endsWith(`.${first.public.slice(4, 12)}.age`))).toBe(true);
  expect(await backUp([red], first.secret)).toMatchObject({ copied: 0 });
  expect(await checkImageCopies(folder, [red], first.secret)).toEqual([]);
  expect(await checkImageCopies(folder, [red], second.secret)).toHaveLength(5);
  expect(await backUp([red], second.public)).toMatchObject({ copied: 5 });
  expect(copiesOf(red.key)).toHaveLength(5);
  expect(await checkImageCopies(folder, [red], second.secret)).toEqual([]);
});

test("missing files are named, and the others copied", async () => {
  stored.delete(`${red.key}/480.webp`);
  expect(await backUp([red, blue])).toMatchObject({
    copied: 9,
    problems: [`${red.key}/480.webp: it doesn't exist`],
  });
  expect(await checkImageCopies(folder, [red], undefined)).toEqual([
    `image ${red.key}/480.webp: no copy`,
  ]);
});

test("the copies of a deleted image stay as long as a backup may need them", async () => {
  await backUp([red, blue]);
  const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
  await backUp([red], undefined, later(30));
  expect(copiesOf()).toEqual([red.key, blue.key]);
  await backUp([red], undefined, later(31));
  expect(copiesOf()).toEqual([red.key]);
});

test("what isn't ours is left alone", async () => {
  await backUp([red]);
  const other = join(folder, "images", "holiday");
  mkdirSync(other);
  writeFileSync(join(folder, "images", "notes.txt"), "x");
  utimesSync(other, new Date(0), new Date(0));
  await backUp([red]);
  expect(copiesOf()).toEqual([red.key, "holiday", "notes.txt"]);
  expect(await checkImageCopies(folder, [red], undefined)).toEqual([]);
});

test("what the store lacks is put back, of images that existed at the time", async () => {
  await backUp([red, blue], undefined, new Date(now.getTime() - 1));
  await backUp([red]);
  const all = stored;
  stored = new Map([[`${red.key}/480.avif`, Buffer.from("its own")]]);
  const options = { key: undefined, existedAt: now };
  expect(await restoreImages(folder, store, options)).toEqual({ restored: 4, problems: [] });
  expect(stored.get(`${red.key}/480.avif`)).toEqual(Buffer.from("its own"));
  expect(stored.get(`${red.key}/600.webp`)).toEqual(all.get(`${red.key}/600.webp`));
  expect([...stored.keys()].some((name) => name.startsWith(blue.key))).toBe(false);
});

test("a damaged copy is found, and doesn't keep the others from being put back", async () => {
  const { public: key, secret } = await createKey();
  await backUp([red], key);
  const [damaged = ""] = copiesOf(red.key);
  truncateSync(join(folder, "images", red.key, damaged), 200);
  const name = `${red.key}/480.avif`;
  expect(await checkImageCopies(folder, [red], secret)).toEqual([
    expect.stringContaining(`image ${name}: `),
  ]);
  stored.clear();
  expect(await restoreImages(folder, store, { key: secret, existedAt: now })).toEqual({
    restored: 4,
    problems: [expect.stringContaining(`${name}: `)],
  });
});
