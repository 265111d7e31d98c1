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
  updatePost,
} from "@/lib/client/admin-posts";
import { FetchError } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { PostView } from "@/lib/contracts/posts";
import { contentScreen } from "@/lib/messages/posts";
import { reasonOf } from "../failure";
import { readPostDraft, useKeptDraft } from "./post-draft";
import {
  areSameFields,
  emptyFields,
  fieldsOf,
  readFields,
  parseReadTime,
  type PostFieldErrors,
  type PostFields,
} from "./post-fields";

/** What the form of a post is about. */
export type PostFormOptions = {
  /** The post being edited, null for a new one; the form is made anew for another. */
  post: PostView | null;
  /** Under which name unsaved work is kept; what stands there already is brought back. */
  draftName: string;
  /** Called with the post as it was saved. */
  onSaved: (post: PostView) => void;
};

/** A version of the editor's own, kept beside the form while theirs is in it. */
type Aside = { fields: PostFields; theirs: PostFields };

/**
 * The form of a post: what was typed, what is wrong with it, what was kept from before, and its
 * saving, which happens once at a time and never over somebody else's version unseen.
 */
export function usePostForm({ post, draftName, onSaved }: PostFormOptions) {
  const [base, setBase] = useState(post);
  const [saved, setSaved] = useState(() =>
    post ? fieldsOf(post) : emptyFields(browserDay(new Date())),
  );
  const [restored, setRestored] = useState(() => findDraft(draftName, saved));
  const [fields, setFields] = useState(restored?.value.fields ?? saved);
  const [seenUpdatedAt, setSeenUpdatedAt] = useState(
    restored ? restored.value.seenUpdatedAt : (post?.updatedAt ?? null),
  );
  const [errors, setErrors] = useState<PostFieldErrors>({});
  const [theirs, setTheirs] = useState<PostView | null>(null);
  const [aside, setAside] = useState<Aside | null>(null);
  const [hasRoom, setRoom] = useState(true);
  // Content that did not come from the editor itself makes a new one.
  const [contentVersion, setContentVersion] = useState(0);

  const isDirty = !areSameFields(fields, saved);
  const endDraft = useKeptDraft({
    name: draftName,
    fields,
    seenUpdatedAt,
    isDirty,
    onKept: setRoom,
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
    /** The post is gone: somebody deleted it while it was edited here. */
    isGone: saving.isGone,
    change: (part: Partial<PostFields>) => {
      setFields((before) => ({ ...before, ...part }));
      setErrors((found) => ({ ...found, ...blankErrors(part) }));
    },
    normalizeReadTime: () =>
      setFields((before) => ({ ...before, readTime: parseReadTime(before.readTime) })),
    /** Saves what is typed; answers what is wrong with it, if something is. */
    save: (): PostFieldErrors => {
      const finalized = { ...fields, readTime: parseReadTime(fields.readTime) };
      setFields(finalized);
      const { payload, errors: found } = readFields(finalized);
      setErrors(found ?? {});
      if (payload) saving.save(payload);
      return found ?? {};
    },
    /** When the work in the form was kept, if it was brought back from before. */
    restoredAt: restored?.savedAt ?? null,
    dropRestored: () => {
      setRestored(null);
      setSeenUpdatedAt(base?.updatedAt ?? null);
      replace(saved);
    },
    keepRestored: () => setRestored(null),
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
    keepMine: () => {
      if (!theirs) return;
      setBase(theirs);
      setSaved(fieldsOf(theirs));
      setSeenUpdatedAt(theirs.updatedAt);
      setTheirs(null);
      notify({
        title: "Your version is still in the form",
        description: "Saving it replaces theirs.",
      });
    },
    aside,
    putBack: () => {
      if (!aside) return;
      setAside(null);
      replace(aside.fields);
    },
    dropAside: () => setAside(null),
    /** Turns the work on a post that is gone into a new post. */
    startAnew: () => {
      setBase(null);
      setSeenUpdatedAt(null);
      saving.forgetGone();
    },
  };
}

/** Everything that the form's parts show and do. */
export type PostFormState = ReturnType<typeof usePostForm>;

function findDraft(name: string, saved: PostFields) {
  const draft = readPostDraft(name);
  return draft && !areSameFields(draft.value.fields, saved) ? draft : null;
}

function blankErrors(part: Partial<PostFields>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(part).map((name) => [name, undefined]));
}

type SavingOptions = {
  base: PostView | null;
  seenUpdatedAt: string | null;
  onSaved: (post: PostView) => void;
  onSlugTaken: (sentence: string) => void;
  onConflict: (theirs: PostView) => void;
};

function useSaving({ base, seenUpdatedAt, onSaved, onSlugTaken, onConflict }: SavingOptions) {
  const queryClient = useQueryClient();
  const [isGone, setGone] = useState(false);
  const messages = contentScreen;

  const explain = async (error: unknown) => {
    const toSentence = base ? messages.updateFailed : messages.createFailed;
    const description = toSentence(reasonOf(error));
    notify({ title: messages.error, description, variant: "destructive" });
    if (!(error instanceof FetchError)) return;
    if (error.code === "slug_taken") {
      onSlugTaken(reasonOf(error));
      await queryClient.invalidateQueries({ queryKey: [adminPostsKey, "slugs"] });
    }
    if (base && error.status === 404) setGone(true);
    if (base && error.code === "post_changed") await showTheirs(base.id);
  };

  const showTheirs = async (id: number) => {
    try {
      onConflict(await fetchPost(id));
    } catch (error) {
      if (error instanceof FetchError && error.status === 404) setGone(true);
    }
  };

  const { mutate, isBusy } = useSingleMutation({
    mutationFn: (payload: PostPayload) =>
      base ? updatePost(base.id, { ...payload, updatedAt: seenUpdatedAt }) : createPost(payload),
    onSuccess: async (post) => {
      notify({ title: messages.success, description: base ? messages.updated : messages.created });
      onSaved(post);
      await refetchAll(queryClient, adminPostsKey);
    },
    onError: explain,
  });

  return {
    isSaving: isBusy,
    isGone,
    forgetGone: () => setGone(false),
    save: mutate,
  };
}
