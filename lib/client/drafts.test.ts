import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { claimDraft, deleteDraft, listDrafts, readDraft, saveDraft } from "./drafts";

/** Storage with room for a number of characters. */
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

test("a draft is saved, listed, claimed, and deleted", () => {
  expect(saveDraft("post:1:a", "Text")).toBe(true);
  expect(listDrafts("post:", schema)).toMatchObject([{ name: "post:1:a", value: "Text" }]);
  expect(listDrafts("message:", schema)).toEqual([]);
  claimDraft("post:1:a", "post:1:b");
  expect(readDraft("post:1:a", schema)).toBeNull();
  expect(readDraft("post:1:b", schema)).toMatchObject({ value: "Text" });
  deleteDraft("post:1:b");
  expect(listDrafts("", schema)).toEqual([]);
});

test("a draft in an older shape is ignored", () => {
  saveDraft("post:1:a", { text: "Text" });
  expect(readDraft("post:1:a", schema)).toBeNull();
  expect(listDrafts("post:", schema)).toEqual([]);
});

test("a draft keeps its old name when there is no room for the new one", () => {
  const text = "x".repeat(120);
  expect(saveDraft("post:1:a", text)).toBe(true);
  expect(saveDraft("post:2:a", text)).toBe(false);
  claimDraft("post:1:a", `post:1:${"b".repeat(60)}`);
  expect(listDrafts("post:", schema)).toMatchObject([{ name: "post:1:a", value: text }]);
});

test("a browser without storage reports that nothing was saved", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(saveDraft("post:1:a", "Text")).toBe(false);
  expect(readDraft("post:1:a", schema)).toBeNull();
});
