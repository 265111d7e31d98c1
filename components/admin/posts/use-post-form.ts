"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { browserDay } from "@/components/ui/date-field";
import {
  type PostPayload,
  adminPostsKey,
  createPost,
  fetchPost,
  freeSlugs,
  updatePost,
} from "@/lib/client/admin-posts";
import { editorCalendar } from "@/lib/client/daily-messages";
import { FetchError } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { formatNumericDate } from "@/lib/calendar/format";
import type { PostView } from "@/lib/contracts/posts";
import { editorMessages } from "@/lib/messages/admin";
import { contentScreen, postDraftMessages } from "@/lib/messages/posts";
import { failureReason, notifyFailure } from "../failure-reason";
import { readPostDraft, useAutosave } from "./post-draft";
import {
  areSameFields,
  emptyFields,
  fieldsOf,
  readFields,
  parseReadTime,
  type PostFieldErrors,
  type PostFields,
} from "./post-fields";

export type PostFormOptions = {
  /** The post being edited, null for a new one. Another post needs another form. */
  post: PostView | null;
  /** The draft that the form restores from and saves to. */
  draftName: string;
  onSaved: (post: PostView) => void;
  /** The date of a new post, YYYY-MM-DD; undefined until it's known. */
  freeDate: string | undefined;
};

/** The editor's own version, set aside while theirs is in the form. */
type Aside = { fields: PostFields; theirs: PostFields };

/**
 * The state of the post form: fields, errors, draft, and saving. It saves one call at a time and never
 * overwrites another editor's version that this editor hasn't seen.
 */
export function usePostForm({ post, draftName, onSaved, freeDate }: PostFormOptions) {
  const [base, setBase] = useState(post);
  const [saved, setSaved] = useState(() =>
    post ? fieldsOf(post) : emptyFields(freeDate ?? browserDay(new Date())),
  );
  const [restored, setRestored] = useState(() => findDraft(draftName, saved));
  const [fields, setFields] = useState(restored?.value.fields ?? saved);
  const [seenUpdatedAt, setSeenUpdatedAt] = useState(
    restored ? restored.value.seenUpdatedAt : (post?.updatedAt ?? null),
  );
  const [errors, setErrors] = useState<PostFieldErrors>({});
  const [theirs, setTheirs] = useState<PostView | null>(null);
  const [aside, setAside] = useState<Aside | null>(null);
  const [startDate, setStartDate] = useState(freeDate);
  if (!post && freeDate !== undefined && freeDate !== startDate) {
    const date = formatNumericDate(freeDate);
    setStartDate(freeDate);
    setSaved({ ...saved, date });
    if (fields.date === saved.date) setFields({ ...fields, date });
  }
  const [hasRoom, setRoom] = useState(true);
  // Remounts the content field when its content changes from outside.
  const [contentVersion, setContentVersion] = useState(0);

  const queryClient = useQueryClient();
  // The slug field has asked for it.
  const slugLength = () => queryClient.getQueryData(freeSlugs({}).queryKey)?.length ?? 2;

  const isDirty = !areSameFields(fields, saved);
  const endDraft = useAutosave({
    name: draftName,
    fields,
    seenUpdatedAt,
    isDirty,
    onSaved: setRoom,
  });

  const replace = (next: PostFields) => {
    setFields(next);
    setErrors({});
    setContentVersion((version) => version + 1);
  };
  const saving = useSaving({
    base,
    seenUpdatedAt,
    onSaved: (result) => {
      endDraft();
      onSaved(result);
    },
    onSlugTaken: (slug) => setErrors((found) => ({ ...found, slug })),
    onConflict: setTheirs,
  });

  return {
    fields,
    errors,
    isDirty,
    hasRoom,
    contentVersion,
    isSaving: saving.isSaving,
    isNew: base === null,
    /** How many characters a new slug has. */
    slugLength,
    /** Whether someone deleted the post while it was being edited. */
    isDeleted: saving.isDeleted,
    /** Why the last save failed. */
    failure: saving.failure,
    change: (part: Partial<PostFields>) => {
      setFields((before) => ({ ...before, ...part }));
      setErrors((found) => ({ ...found, ...blankErrors(part) }));
    },
    /** Begins the content with a heading for each line of the message. */
    startWithLines: (lines: readonly string[]) =>
      replace({ ...fields, content: lines.map((line) => `## ${line}\n`).join("\n\n") }),
    normalizeReadTime: () =>
      setFields((before) => ({ ...before, readTime: parseReadTime(before.readTime) })),
    /** Saves the form, as a draft or not, if it is valid; returns its errors. */
    save: (isDraft: boolean): PostFieldErrors => {
      const normalized = { ...fields, readTime: parseReadTime(fields.readTime) };
      setFields(normalized);
      const { payload, errors: found } = readFields(normalized, {
        length: slugLength(),
        own: base?.slug ?? null,
      });
      setErrors(found ?? {});
      if (payload) saving.save({ ...payload, isDraft });
      return found ?? {};
    },
    /** Whether the saved post is a draft. */
    isDraft: base?.isDraft ?? false,
    /** Saves the text of an earlier version, at the current address and date. */
    restore: (version: Readonly<Record<string, string>>) => {
      const { title = "", readTime = "", content = "" } = version;
      const { payload, errors: found } = readFields(
        { ...saved, title, readTime, content },
        { length: slugLength(), own: base?.slug ?? null },
      );
      setErrors(found ?? {});
      if (payload) saving.save({ ...payload, isDraft: base?.isDraft ?? false });
    },
    /** When the restored draft was saved; null if none was restored. */
    restoredAt: restored?.savedAt ?? null,
    discardRestored: () => {
      setRestored(null);
      setSeenUpdatedAt(base?.updatedAt ?? null);
      replace(saved);
    },
    acceptRestored: () => setRestored(null),
    endDraft,
    conflict: theirs,
    loadTheirs: () => {
      if (!theirs) return;
      const version = fieldsOf(theirs);
      setAside({ fields, theirs: version });
      setBase(theirs);
      setSaved(version);
      setSeenUpdatedAt(theirs.updatedAt);
      setTheirs(null);
      replace(version);
    },
    continueWithMine: () => {
      if (!theirs) return;
      setBase(theirs);
      setSaved(fieldsOf(theirs));
      setSeenUpdatedAt(theirs.updatedAt);
      setTheirs(null);
      notify({
        title: postDraftMessages.continuingTitle,
        description: postDraftMessages.continuing,
      });
    },
    aside,
    restoreAside: () => {
      if (!aside) return;
      setAside(null);
      replace(aside.fields);
    },
    discardAside: () => setAside(null),
    /** Turns the work on a deleted post into a new post. */
    becomeNewPost: () => {
      setBase(null);
      setSeenUpdatedAt(null);
      saving.clearDeleted();
    },
  };
}

export type PostFormState = ReturnType<typeof usePostForm>;

function findDraft(name: string, saved: PostFields) {
  const draft = readPostDraft(name);
  return draft && !areSameFields(draft.value.fields, saved) ? draft : null;
}

function blankErrors(part: Partial<PostFields>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(part).map((name) => [name, undefined]));
}

function describeSave(before: PostView | null, { isDraft }: PostView): string {
  const { created, updated, draftSaved, nowPublished, nowDraft } = contentScreen;
  if (isDraft) return before && !before.isDraft ? nowDraft : draftSaved;
  if (!before) return created;
  return before.isDraft ? nowPublished : updated;
}

type SavingOptions = {
  base: PostView | null;
  seenUpdatedAt: string | null;
  onSaved: (post: PostView) => void;
  onSlugTaken: (message: string) => void;
  onConflict: (theirs: PostView) => void;
};

function useSaving({ base, seenUpdatedAt, onSaved, onSlugTaken, onConflict }: SavingOptions) {
  const queryClient = useQueryClient();
  const [isDeleted, setDeleted] = useState(false);
  const [failure, setFailure] = useState<string>();
  const messages = contentScreen;

  const explain = async (error: unknown) => {
    const toMessage = base ? messages.updateFailed : messages.createFailed;
    const description = toMessage(failureReason(error));
    setFailure(description);
    notifyFailure(description);
    if (!(error instanceof FetchError)) return;
    if (error.code === "slug_taken") {
      onSlugTaken(failureReason(error));
      await refetchAll(queryClient, [adminPostsKey, "slugs"]);
    }
    if (base && error.status === 404) setDeleted(true);
    if (base && error.code === "post_changed") await showTheirs(base.id);
  };

  const showTheirs = async (id: number) => {
    try {
      onConflict(await fetchPost(id));
    } catch (error) {
      if (error instanceof FetchError && error.status === 404) setDeleted(true);
    }
  };

  const { mutate, isBusy } = useSingleMutation({
    onMutate: () => setFailure(undefined),
    mutationFn: (payload: PostPayload) =>
      base ? updatePost(base.id, { ...payload, updatedAt: seenUpdatedAt }) : createPost(payload),
    onSuccess: async (post) => {
      notify({ title: editorMessages.success, description: describeSave(base, post) });
      onSaved(post);
      await Promise.all([
        refetchAll(queryClient, [adminPostsKey]),
        refetchAll(queryClient, editorCalendar().queryKey),
      ]);
    },
    onError: explain,
  });

  return {
    isSaving: isBusy,
    isDeleted,
    failure,
    clearDeleted: () => setDeleted(false),
    save: mutate,
  };
}
