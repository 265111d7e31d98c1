import { useEffect, useRef } from "react";
import { z } from "zod";
import {
  type Draft,
  forgetDraft,
  keepDraft,
  listDrafts,
  newDraftName,
  readDraft,
  takeOverDraft,
  useDrafts,
} from "@/lib/client/drafts";
import { postFieldsSchema, type PostFields } from "./post-fields";

const keptSchema = z.object({
  fields: postFieldsSchema,
  /** The `updatedAt` of the post that the work began with; null for one never changed, or a new one. */
  seenUpdatedAt: z.string().nullable(),
});

/** Unsaved work on a post. */
export type PostDraft = z.output<typeof keptSchema>;

const beginning = "post:";
const newPost = "new";
const delayMs = 400;

function newName(postId: number | null): string {
  return newDraftName(`${beginning}${postId ?? newPost}`);
}

/** Unsaved work on all posts in this browser, whichever tab it was, the last first. */
export function usePostDrafts(): Draft<PostDraft>[] {
  return useDrafts(beginning, keptSchema);
}

/** The unsaved work under a name, or null. */
export function readPostDraft(name: string): Draft<PostDraft> | null {
  return readDraft(name, keptSchema);
}

/** Which post a draft is about; null for a new one. */
export function postIdOf({ name }: Draft<PostDraft>): number | null {
  const [subject = newPost] = name.slice(beginning.length).split(":");
  return subject === newPost ? null : Number(subject);
}

/** Keeps unsaved work on a post beside what else there is of it; answers under which name. */
export function keepPostDraft(postId: number, draft: PostDraft): string {
  const name = newName(postId);
  keepDraft(name, draft);
  return name;
}

/**
 * The name under which a form keeps the work on a post, with the unsaved work that there is.
 *
 * @param draftName the one to take up; without it, the last one on that post
 */
export function takeUpPost(postId: number, draftName?: string): string {
  const name = newName(postId);
  const last = listDrafts(beginning, keptSchema).find((each) => postIdOf(each) === postId);
  const kept = draftName ?? last?.name;
  if (kept !== undefined) takeOverDraft(kept, name);
  return name;
}

const tabKey = "new-post-of-this-tab";
let ownName: string | undefined;

/**
 * The name under which this tab keeps a new post. It outlives a reload; another tab has another one,
 * a copy of this tab included.
 */
export function newPostDraftName(): string {
  if (ownName === undefined) {
    // It stands there only while no page is open in the tab: what copies a tab copies it too.
    ownName = takeFromTab() ?? newName(null);
    addEventListener("pageshow", takeFromTab);
    addEventListener("pagehide", leaveInTab);
  }
  return ownName;
}

/** Makes other unsaved work on a new post the one of this tab; what the tab had stays kept beside it. */
export function takeUpNewPost(draftName: string): string {
  ownName = newName(null);
  takeOverDraft(draftName, ownName);
  return ownName;
}

function takeFromTab(): string | null {
  try {
    const name = sessionStorage.getItem(tabKey);
    sessionStorage.removeItem(tabKey);
    return name;
  } catch {
    return null;
  }
}

function leaveInTab(): void {
  try {
    if (ownName !== undefined) sessionStorage.setItem(tabKey, ownName);
  } catch {
    // Without it the work is offered back among what others left.
  }
}

/** What `useKeptDraft` takes. */
export type KeptDraftOptions = {
  name: string;
  fields: PostFields;
  seenUpdatedAt: string | null;
  /** Whether there is anything to keep. */
  isDirty: boolean;
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
  const isOver = useRef(false);
  const keepNow = useRef(() => {});
  useEffect(() => {
    keepNow.current = () => {
      if (isOver.current) return;
      if (isDirty) onKept(keepDraft(name, { fields, seenUpdatedAt }));
      else forgetDraft(name);
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
