import { randomBytes } from "node:crypto";
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "playwright/test";
import { listPosts } from "../../support/browser/public-pages";
import { distDirOf } from "../../../server/build/next-build";

const distDir = distDirOf(resolve(process.env["E2E_DATA_DIR"] ?? ""));

const filesOfPages = () => globSync(`${distDir}/{server,cache}/**`);

/** Something that isn't an address here. */
const random = () => randomBytes(6).toString("hex");
const shortSlug = () => randomBytes(1).toString("hex");

const addresses = [
  () => `/r/${random()}`,
  () => `/r/${shortSlug()}`,
  () => `/r/${random()}/share-image`,
  () => `/read/${randomBytes(4).readUInt32BE()}`,
  () => `/icons/${random()}`,
  () => `/${random()}/${random()}`,
  () => `/read?${random()}`,
];

test("hundreds of random addresses leave no files behind", async ({ request }) => {
  const ask = async (make: () => string) => (await request.get(make())).status();
  // What exists, such as the page that all unknown addresses show, is stored with its first request.
  for (const make of addresses) await ask(make);
  const before = new Set(filesOfPages());
  for (let round = 0; round < 40; round += 1) await Promise.all(addresses.map(ask));
  const posts = await listPosts(request);
  const isOfAPost = (path: string) => posts.some(({ slug }) => path.includes(`/r/${slug}`));
  expect(filesOfPages().filter((path) => !before.has(path) && !isOfAPost(path))).toEqual([]);
});
