import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { forgetDraft, keepDraft, listDrafts, readDraft, takeOverDraft } from "./drafts";

/** Storage with room for so many characters. */
class SmallStorage {
  [key: string]: unknown;

  constructor(room: number) {
    const own = (name: string, value: unknown) =>
      Object.defineProperty(this, name, { value, enumerable: false });
    own("getItem", (key: string) => this[key] ?? null);
    own("removeItem", (key: string) => delete this[key]);
    own("setItem", (key: string, text: string) => {
      const others = Object.entries(this).filter(([each]) => each !== key);
      if ([...others, [key, text]].flat().join("").length > room) {
        throw new DOMException("full", "QuotaExceededError");
      }
      this[key] = text;
    });
  }
}

const schema = z.string();

beforeEach(() => vi.stubGlobal("localStorage", new SmallStorage(200)));
afterEach(() => vi.unstubAllGlobals());

test("work is kept under a name, listed, taken over and forgotten", () => {
  expect(keepDraft("post:1:a", "Words")).toBe(true);
  expect(listDrafts("post:", schema)).toMatchObject([{ name: "post:1:a", value: "Words" }]);
  expect(listDrafts("message:", schema)).toEqual([]);
  takeOverDraft("post:1:a", "post:1:b");
  expect(readDraft("post:1:a", schema)).toBeNull();
  expect(readDraft("post:1:b", schema)).toMatchObject({ value: "Words" });
  forgetDraft("post:1:b");
  expect(listDrafts("", schema)).toEqual([]);
});

test("what has another shape was kept by an older version", () => {
  keepDraft("post:1:a", { words: "Words" });
  expect(readDraft("post:1:a", schema)).toBeNull();
  expect(listDrafts("post:", schema)).toEqual([]);
});

test("without room under its new name work stays under the old one", () => {
  const words = "x".repeat(120);
  expect(keepDraft("post:1:a", words)).toBe(true);
  expect(keepDraft("post:2:a", words)).toBe(false);
  takeOverDraft("post:1:a", `post:1:${"b".repeat(60)}`);
  expect(listDrafts("post:", schema)).toMatchObject([{ name: "post:1:a", value: words }]);
});

test("a browser without storage has kept nothing and says so", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(keepDraft("post:1:a", "Words")).toBe(false);
  expect(readDraft("post:1:a", schema)).toBeNull();
});
