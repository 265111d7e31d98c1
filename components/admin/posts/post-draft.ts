import { useEffect, useRef } from "react";
import { z } from "zod";
import {
  type Draft,
  claimDraft,
  deleteDraft,
  listDrafts,
  newDraftName,
  readDraft,
  saveDraft,
  useDrafts,
} from "@/lib/client/drafts";
import { readItem, removeItem, storeItem } from "@/lib/client/browser-storage";
import { postFieldsSchema, type PostFields } from "./post-fields";

const draftSchema = z.object({
  fields: postFieldsSchema,
  /** `updatedAt` of the version the work started from; null for a new or never updated post. */
  seenUpdatedAt: z.string().nullable(),
});

export type PostDraft = z.output<typeof draftSchema>;

const prefix = "post:";
const newPost = "new";
const delayMs = 400;

function newName(postId: number | null): string {
  return newDraftName(`${prefix}${postId ?? newPost}`);
}

/** All drafts of posts in this browser, from every tab, newest first. */
export function usePostDrafts(): Draft<PostDraft>[] {
  return useDrafts(prefix, draftSchema);
}

export function readPostDraft(name: string): Draft<PostDraft> | null {
  return readDraft(name, draftSchema);
}

/** The post that a draft belongs to; null for a new one. */
export function postIdOf({ name }: Draft<PostDraft>): number | null {
  const [subject = newPost] = name.slice(prefix.length).split(":");
  return subject === newPost ? null : Number(subject);
}

/** Saves a further draft of a post and returns its name. */
export function savePostDraft(postId: number, draft: PostDraft): string {
  const name = newName(postId);
  saveDraft(name, draft);
  return name;
}

/**
 * A new draft name for the form of a post. An earlier draft moves to that name.
 *
 * @param draftName the draft to move; by default the latest one of that post
 */
export function claimPostDraft(postId: number, draftName?: string): string {
  const name = newName(postId);
  const last = listDrafts(prefix, draftSchema).find((each) => postIdOf(each) === postId);
  const earlier = draftName ?? last?.name;
  if (earlier !== undefined) claimDraft(earlier, name);
  return name;
}

let tabDraftName: string | undefined;

/** The draft name of this tab's new post. It survives a reload and differs in every other tab. */
export function newPostDraftName(): string {
  if (tabDraftName === undefined) {
    // Stored only while the page unloads: a duplicated tab would copy it from session storage.
    tabDraftName = takeFromTab() ?? newName(null);
    addEventListener("pageshow", takeFromTab);
    addEventListener("pagehide", leaveInTab);
  }
  return tabDraftName;
}

/** Makes another draft of a new post this tab's own. The tab's earlier draft stays. */
export function claimNewPostDraft(draftName: string): string {
  tabDraftName = newName(null);
  claimDraft(draftName, tabDraftName);
  return tabDraftName;
}

function takeFromTab(): string | null {
  try {
    const name = readItem("newPostDraft");
    removeItem("newPostDraft");
    return name;
  } catch {
    return null;
  }
}

function leaveInTab(): void {
  try {
    if (tabDraftName !== undefined) storeItem("newPostDraft", tabDraftName);
  } catch {
    // Without storage, the draft is offered in the list of unsaved drafts instead.
  }
}

export type AutosaveOptions = {
  name: string;
  fields: PostFields;
  seenUpdatedAt: string | null;
  /** Whether there is anything to save. */
  isDirty: boolean;
  /** Called with whether the browser had room. */
  onSaved: (hasRoom: boolean) => void;
};

/**
 * Saves a draft shortly after each change, and immediately when the page is left.
 *
 * @returns stops saving and deletes the draft, once the work is saved or discarded
 */
export function useAutosave(options: AutosaveOptions): () => void {
  const { name, fields, seenUpdatedAt, isDirty, onSaved } = options;
  const isStopped = useRef(false);
  const saveNow = useRef(() => {});
  useEffect(() => {
    saveNow.current = () => {
      if (isStopped.current) return;
      if (isDirty) onSaved(saveDraft(name, { fields, seenUpdatedAt }));
      else deleteDraft(name);
    };
    const timer = setTimeout(() => saveNow.current(), delayMs);
    return () => clearTimeout(timer);
  }, [name, fields, seenUpdatedAt, isDirty, onSaved]);

  useEffect(() => {
    const save = () => saveNow.current();
    addEventListener("pagehide", save);
    document.addEventListener("visibilitychange", save);
    return () => {
      removeEventListener("pagehide", save);
      document.removeEventListener("visibilitychange", save);
      save();
    };
  }, []);

  return () => {
    isStopped.current = true;
    deleteDraft(name);
  };
}
