"use client";

import { useEffect, useRef } from "react";
import { z } from "zod";
import { forgetDraft, keepDraft, listDrafts, readDraft, type Draft } from "@/lib/client/drafts";
import { postFieldsSchema, type PostFields } from "./post-fields";

const keptSchema = z.object({
  fields: postFieldsSchema,
  /** The `updatedAt` of the post that the work began with; null for one never changed, or a new one. */
  seenUpdatedAt: z.string().nullable(),
});

/** Unsaved work on a post. */
export type PostDraft = z.output<typeof keptSchema>;

const beginning = "post:";
const delayMs = 400;

/** The name of the unsaved work on a post, or on a new one. */
export function draftName(postId: number | null): string {
  return `${beginning}${postId ?? "new"}`;
}

/** The unsaved work under a name, or null. */
export function readPostDraft(name: string): Draft<PostDraft> | null {
  return readDraft(name, keptSchema);
}

/** Keeps unsaved work under a name; answers whether this browser had room. */
export function keepPostDraft(name: string, draft: PostDraft): boolean {
  return keepDraft(name, draft);
}

/** Forgets the unsaved work under a name. */
export const forgetPostDraft = forgetDraft;

/** Existing posts that somebody left with unsaved changes in this browser, the last one first. */
export function listPostDrafts(): { postId: number; draft: Draft<PostDraft> }[] {
  return listDrafts(beginning)
    .flatMap((name) => {
      const postId = Number(name.slice(beginning.length));
      const draft = Number.isInteger(postId) ? readPostDraft(name) : null;
      return draft ? [{ postId, draft }] : [];
    })
    .toSorted((one, other) => other.draft.savedAt.localeCompare(one.draft.savedAt));
}

/** What `useKeptDraft` takes. */
export type KeptDraftOptions = {
  name: string;
  fields: PostFields;
  seenUpdatedAt: string | null;
  /** Whether there is anything to keep. */
  isDirty: boolean;
  /** Whether the work was brought back from what was kept. */
  isRestored: boolean;
  /** Told whether this browser has room for it. */
  onKept: (hasRoom: boolean) => void;
};

/**
 * Keeps unsaved work shortly after each key, and at once when the page is left.
 *
 * @returns ends the keeping and forgets what was kept: the work is saved, or not wanted
 */
export function useKeptDraft(options: KeptDraftOptions): () => void {
  const { name, fields, seenUpdatedAt, isDirty, onKept } = options;
  // Another tab may have kept something under the same name, which is not this form's to forget.
  const hasKept = useRef(options.isRestored);
  const isOver = useRef(false);
  const keepNow = useRef(() => {});
  useEffect(() => {
    keepNow.current = () => {
      if (isOver.current) return;
      if (isDirty) {
        hasKept.current = true;
        onKept(keepPostDraft(name, { fields, seenUpdatedAt }));
      } else if (hasKept.current) {
        hasKept.current = false;
        forgetDraft(name);
      }
    };
    const timer = setTimeout(() => keepNow.current(), delayMs);
    return () => clearTimeout(timer);
  }, [name, fields, seenUpdatedAt, isDirty, onKept]);

  useEffect(() => {
    const keep = () => keepNow.current();
    addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
      keep();
    };
  }, []);

  return () => {
    isOver.current = true;
    forgetDraft(name);
  };
}
