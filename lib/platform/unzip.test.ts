import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { unzip } from "./unzip";

const archive = zipSync({ "posts.csv": strToU8("a,b"), "posts/1.html": new Uint8Array(1_000_000) });

test("unpacks only what is wanted", () => {
  const files = unzip(archive, { isWanted: (path) => path === "posts.csv", maxBytes: 10 });
  expect([...files].map(([path, content]) => [path, content.byteLength])).toEqual([
    ["posts.csv", 3],
  ]);
});

test("refuses files that are larger than allowed once they're unpacked", () => {
  expect(archive.byteLength).toBeLessThan(10_000);
  const unpack = () => unzip(archive, { isWanted: () => true, maxBytes: 999_999 });
  expect(unpack).toThrow(expect.objectContaining({ isTooLarge: true }));
});

test("refuses what isn't an archive", () => {
  const unpack = () => unzip(strToU8("PK no"), { isWanted: () => true, maxBytes: 10 });
  expect(unpack).toThrow(expect.objectContaining({ isTooLarge: false }));
});
