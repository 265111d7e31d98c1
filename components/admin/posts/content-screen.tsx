"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { Tabs } from "@/components/ui/tabs";
import { fetchPost } from "@/lib/client/admin-posts";
import { type Draft, forgetDraft } from "@/lib/client/drafts";
import { FetchError } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { PostView } from "@/lib/contracts/posts";
import { contentScreen } from "@/lib/messages/posts";
import { reasonOf } from "../failure";
import { SmsTestForm } from "../sms-test/sms-test-form";
import { ManagePosts } from "./manage-posts";
import {
  keepPostDraft,
  newPostDraftName,
  postIdOf,
  takeUpNewPost,
  takeUpPost,
  usePostDrafts,
  type PostDraft,
} from "./post-draft";
import type { PostFields } from "./post-fields";
import { PostForm } from "./post-form";
import { inWords } from "./when";

const messages = contentScreen;

/** Posts and test texts: `/content-management`. */
export function ContentScreen({ signUpUrl }: { signUpUrl: string }) {
  const { tab, setTab } = useTab("write");
  const { editing, draftName, formKey, edit, open, openNew, openingId, leave } = useEditing(() =>
    setTab("write"),
  );

  const cancel = (unsaved: PostFields | null) => {
    const post = editing;
    leave(formKey);
    if (!post || !unsaved) return;
    notify({
      title: "Your changes were discarded",
      action: {
        label: "Undo",
        onPress: () => {
          const work = { fields: unsaved, seenUpdatedAt: post.updatedAt };
          open({ id: post.id, draftName: keepPostDraft(post.id, work) });
        },
      },
    });
  };

  return (
    <main id="main" className="wrap w-full pt-[clamp(1.75rem,1.2rem+2vw,3rem)] pb-(--section)">
      <h1 className="text-h2">Content</h1>
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
                    <LeftWork
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
                    onSaved={() => leave(formKey)}
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

/** The tab that is shown; each keeps its place on the page. */
function useTab(first: string) {
  const [tab, setTab] = useState(first);
  const places = useRef<Record<string, number>>({});
  useLayoutEffect(() => {
    window.scrollTo(0, places.current[tab] ?? 0);
  }, [tab]);
  return {
    tab,
    setTab: (next: string) => {
      places.current[tab] = window.scrollY;
      setTab(next);
    },
  };
}

type Editing = {
  editing: PostView | null;
  /** Under which name the form keeps unsaved work. */
  draftName: string;
  formKey: number;
};

/** Which post is edited. A form is made anew whenever another one, or none, takes its place. */
function useEditing(onOpen: () => void) {
  const [state, setState] = useState<Editing>(() => ({
    editing: null,
    draftName: newPostDraftName(),
    formKey: 0,
  }));
  const { editing, draftName, formKey } = state;
  const show = (post: PostView | null, name: string) =>
    setState((before) => ({ editing: post, draftName: name, formKey: before.formKey + 1 }));
  const openNew = (left: string) => show(null, takeUpNewPost(left));
  const { mutate, isBusy, variables } = useSingleMutation({
    mutationFn: ({ id }: OpenPost) => fetchPost(id),
    onSuccess: (post, asked) => {
      show(post, takeUpPost(post.id, asked.draftName));
      onOpen();
    },
    onError: (error, { draftName: left }) => {
      const isGone = error instanceof FetchError && error.status === 404;
      if (isGone && left !== undefined) {
        openNew(left);
        onOpen();
      }
      notify({
        title: messages.error,
        description:
          isGone && left !== undefined
            ? "The post has been deleted since. Your text stands in the form of a new one."
            : `The post could not be opened: ${reasonOf(error)}`,
        variant: "destructive",
      });
    },
  });
  return {
    editing,
    draftName,
    formKey,
    openingId: isBusy ? (variables?.id ?? null) : null,
    edit: (id: number) => {
      // The form that stands keeps what was typed, and offers it again.
      if (editing?.id === id) onOpen();
      else mutate({ id });
    },
    /** Fetches a post again, even the one that has just been left. */
    open: mutate,
    /** Goes on with unsaved work on a new post. */
    openNew,
    /** Leaves a form for that of a new post, unless another one has taken its place already. */
    leave: (key: number) =>
      setState((before) =>
        before.formKey === key
          ? { editing: null, draftName: newPostDraftName(), formKey: key + 1 }
          : before,
      ),
  };
}

/** A post to be edited, perhaps with certain unsaved work on it. */
type OpenPost = { id: number; draftName?: string };

type LeftWorkProps = {
  /** Under which name the form on this screen keeps its own. */
  ownName: string;
  openingId: number | null;
  onContinue: (draft: Draft<PostDraft>) => void;
};

/** Posts that were left with unsaved changes, in this browser. */
function LeftWork({ ownName, openingId, onContinue }: LeftWorkProps) {
  const left = usePostDrafts().filter(({ name }) => name !== ownName);
  if (left.length === 0) return null;
  return (
    <section aria-labelledby="left-work" className="border-l-[3px] border-accent bg-sheet p-5">
      <h2 id="left-work" className="text-h3">
        Unsaved changes
      </h2>
      <ul className="mt-3 grid gap-3">
        {left.map((draft) => (
          <li
            key={draft.name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
          >
            <span className="min-w-0 text-ink-2">
              {postIdOf(draft) === null && "New post "}
              <span className="text-ink">{titleOf(draft.value.fields)}</span>
              {`, ${inWords(draft.savedAt)}`}
            </span>
            <span className="flex gap-4">
              <Button
                variant="line"
                size="sm"
                isBusy={openingId !== null && openingId === postIdOf(draft)}
                onClick={() => onContinue(draft)}
              >
                Continue
              </Button>
              <Button variant="quiet" size="sm" onClick={() => forgetDraft(draft.name)}>
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleOf({ title }: PostFields): string {
  return title.trim() === "" ? "without a title" : `“${title}”`;
}
