"use client";

import { Images, Upload } from "@/components/ui/icons";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { SiteLink } from "@/components/layout/site-link";
import { Button } from "@/components/ui/button";
import { Tabs } from "@/components/ui/tabs";
import { fetchPost } from "@/lib/client/admin-posts";
import { type Draft, deleteDraft } from "@/lib/client/drafts";
import { FetchError } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { PostView } from "@/lib/contracts/posts";
import { adminAddresses, editPostParameter } from "@/lib/contracts/admin";
import { formatDateTimeHere } from "@/lib/calendar/format";
import { imagesScreen } from "@/lib/messages/admin/images";
import { postImportScreen } from "@/lib/messages/admin/post-imports";
import { adminNavigationLabels, editorMessages } from "@/lib/messages/admin";
import { contentScreen, postDraftMessages } from "@/lib/messages/posts";
import { NextBriefingStrip } from "../daily-messages/next-briefing-strip";
import { failureReason, notifyFailure } from "../failure-reason";
import { SmsTestForm } from "../sms-test/sms-test-form";
import { ManagePosts } from "./manage-posts";
import {
  claimNewPostDraft,
  claimPostDraft,
  newPostDraftName,
  postIdOf,
  savePostDraft,
  usePostDrafts,
  type PostDraft,
} from "./post-draft";
import type { PostFields } from "./post-fields";
import { PostForm } from "./post-form";

const messages = contentScreen;

/** `/content-management`. */
export function ContentScreen({ signUpUrl }: { signUpUrl: string }) {
  const { tab, setTab } = useTab("write");
  const { editing, draftName, formKey, edit, open, openNew, openingId, show, leave } = useEditing(
    () => setTab("write"),
  );
  useAskedPost(edit);

  const cancel = (unsaved: PostFields | null) => {
    const post = editing;
    leave(formKey);
    if (!post || !unsaved) return;
    notify({
      title: postDraftMessages.discarded,
      action: {
        label: messages.undo,
        onPress: () => {
          const work = { fields: unsaved, seenUpdatedAt: post.updatedAt };
          open({ id: post.id, draftName: savePostDraft(post.id, work) });
        },
      },
    });
  };

  return (
    <main id="main" className="wrap w-full pt-[clamp(1.75rem,1.2rem+2vw,3rem)] pb-(--section)">
      <NextBriefingStrip onEditPost={edit} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
        <h1 className="text-h2">{adminNavigationLabels.content}</h1>
        <div className="flex flex-wrap gap-x-6">
          <SiteLink
            href={adminAddresses.images}
            className="inline-flex min-h-11 items-center gap-2 text-label"
          >
            <Images size={18} strokeWidth={1.6} />
            {imagesScreen.title}
          </SiteLink>
          <SiteLink
            href={adminAddresses.importPosts}
            className="inline-flex min-h-11 items-center gap-2 text-label"
          >
            <Upload size={18} strokeWidth={1.6} />
            {postImportScreen.title}
          </SiteLink>
        </div>
      </div>
      <div className="mt-6">
        <Tabs
          label="Sections"
          value={tab}
          onValueChange={setTab}
          tabs={[
            {
              value: "write",
              label: editing ? messages.editPost : messages.createPost,
              content: (
                <div className="grid gap-8">
                  {!editing && (
                    <UnsavedDrafts
                      ownName={draftName}
                      openingId={openingId}
                      onContinue={(draft) => {
                        const id = postIdOf(draft);
                        if (id === null) openNew(draft.name);
                        else open({ id, draftName: draft.name });
                      }}
                    />
                  )}
                  <PostForm
                    key={`form-${formKey}`}
                    post={editing}
                    draftName={draftName}
                    signUpUrl={signUpUrl}
                    takesFocus={formKey > 0}
                    onSaved={(saved) => {
                      // Someone who saves a draft is still writing it.
                      if (saved.isDraft) show(saved, claimPostDraft(saved.id));
                      else leave(formKey);
                    }}
                    onCancel={cancel}
                  />
                </div>
              ),
            },
            {
              value: "manage",
              label: messages.managePosts,
              content: (
                <ManagePosts
                  onEdit={edit}
                  openingId={openingId}
                  onCreate={() => {
                    leave(formKey);
                    setTab("write");
                  }}
                />
              ),
            },
            { value: "sms", label: messages.testSms, content: <SmsTestForm /> },
          ]}
        />
      </div>
    </main>
  );
}

/** Opens the post that the address asks for, and takes it out of the address. */
function useAskedPost(open: (id: number) => void): void {
  const router = useRouter();
  const asked = useSearchParams().get(editPostParameter);
  const openAsked = useEffectEvent((id: string) => {
    if (/^\d{1,9}$/u.test(id)) open(Number(id));
    router.replace(adminAddresses.content, { scroll: false });
  });
  useEffect(() => {
    if (asked !== null) openAsked(asked);
  }, [asked]);
}

/** The current tab. Each tab keeps its scroll position. */
function useTab(first: string) {
  const [tab, setTab] = useState(first);
  const scrollPositions = useRef<Record<string, number>>({});
  useLayoutEffect(() => {
    window.scrollTo(0, scrollPositions.current[tab] ?? 0);
  }, [tab]);
  return {
    tab,
    setTab: (next: string) => {
      scrollPositions.current[tab] = window.scrollY;
      setTab(next);
    },
  };
}

type Editing = {
  editing: PostView | null;
  draftName: string;
  formKey: number;
};

/** Which post is being edited. Each post gets a new form, through `formKey`. */
function useEditing(onOpen: () => void) {
  const [state, setState] = useState<Editing>(() => ({
    editing: null,
    draftName: newPostDraftName(),
    formKey: 0,
  }));
  const { editing, draftName, formKey } = state;
  const show = (post: PostView | null, name: string) =>
    setState((before) => ({ editing: post, draftName: name, formKey: before.formKey + 1 }));
  const openNew = (left: string) => show(null, claimNewPostDraft(left));
  const { mutate, isBusy, variables } = useSingleMutation({
    mutationFn: ({ id }: OpenPost) => fetchPost(id),
    onSuccess: (post, requested) => {
      show(post, claimPostDraft(post.id, requested.draftName));
      onOpen();
    },
    onError: (error, { draftName: left }) => {
      const isDeleted = error instanceof FetchError && error.status === 404;
      if (isDeleted && left !== undefined) {
        openNew(left);
        onOpen();
      }
      notifyFailure(
        isDeleted && left !== undefined
          ? postDraftMessages.becameNewPost
          : messages.openFailed(failureReason(error)),
      );
    },
  });
  return {
    editing,
    draftName,
    formKey,
    openingId: isBusy ? (variables?.id ?? null) : null,
    edit: (id: number) => {
      // The open form already shows this post and what was typed.
      if (editing?.id === id) onOpen();
      else mutate({ id });
    },
    /** Fetches a post and opens it, even if it was just closed. */
    open: mutate,
    /** Opens a draft of a new post. */
    openNew,
    /** Opens a post that is already here. */
    show,
    /** Replaces a form with an empty one, unless another form has replaced it already. */
    leave: (key: number) =>
      setState((before) =>
        before.formKey === key
          ? { editing: null, draftName: newPostDraftName(), formKey: key + 1 }
          : before,
      ),
  };
}

/** A post to open; by default with its latest draft. */
type OpenPost = { id: number; draftName?: string };

type UnsavedDraftsProps = {
  /** The draft of the open form, which isn't listed. */
  ownName: string;
  openingId: number | null;
  onContinue: (draft: Draft<PostDraft>) => void;
};

/** The other drafts of posts in this browser. */
function UnsavedDrafts({ ownName, openingId, onContinue }: UnsavedDraftsProps) {
  const drafts = usePostDrafts().filter(({ name }) => name !== ownName);
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="unsaved-drafts" className="border-l-[3px] border-accent bg-sheet p-5">
      <h2 id="unsaved-drafts" className="text-h3">
        {postDraftMessages.unsavedTitle}
      </h2>
      <ul className="mt-3 grid gap-3">
        {drafts.map((draft) => (
          <li
            key={draft.name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
          >
            <span className="min-w-0 text-ink-2">
              {postIdOf(draft) === null && `${postDraftMessages.newPost} `}
              <span className="text-ink">{titleOf(draft.value.fields)}</span>
              {`, ${formatDateTimeHere(draft.savedAt)}`}
            </span>
            <span className="flex gap-4">
              <Button
                variant="line"
                size="sm"
                isBusy={openingId !== null && openingId === postIdOf(draft)}
                onClick={() => onContinue(draft)}
              >
                {editorMessages.continueDraft}
              </Button>
              <Button variant="quiet" size="sm" onClick={() => deleteDraft(draft.name)}>
                {editorMessages.discardDraft}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleOf({ title }: PostFields): string {
  return title.trim() === "" ? postDraftMessages.untitled : `“${title}”`;
}
