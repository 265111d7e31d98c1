"use client";

import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { Tabs } from "@/components/ui/tabs";
import { fetchPost } from "@/lib/client/admin-posts";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { contentSentences } from "@/lib/contracts/content-sentences";
import type { PostView } from "@/lib/contracts/posts";
import { reasonOf } from "../failure";
import { SmsTestForm } from "../sms-test/sms-test-form";
import { ManagePosts } from "./manage-posts";
import { draftName, forgetPostDraft, keepPostDraft, listPostDrafts } from "./post-draft";
import type { PostFields } from "./post-fields";
import { PostForm } from "./post-form";
import { inWords } from "./when";

const say = contentSentences;

/** Posts and test texts: `/content-management`. */
export function ContentScreen({ signUpUrl }: { signUpUrl: string }) {
  const [tab, setTab] = useState("write");
  const { editing, formKey, edit, reopen, openingId, leave } = useEditing(() => setTab("write"));

  const cancel = (unsaved: PostFields | null) => {
    const post = editing;
    leave();
    if (!post || !unsaved) return;
    notify({
      title: "Your changes were discarded",
      action: {
        label: "Undo",
        onPress: () => {
          keepPostDraft(draftName(post.id), { fields: unsaved, seenUpdatedAt: post.updatedAt });
          reopen(post.id);
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
              label: editing ? say.editPost : say.createPost,
              content: (
                <div className="grid gap-8">
                  {!editing && (
                    <LeftWork key={`left-${formKey}`} onContinue={edit} openingId={openingId} />
                  )}
                  <PostForm
                    key={`form-${formKey}`}
                    post={editing}
                    signUpUrl={signUpUrl}
                    takesFocus={formKey > 0}
                    onSaved={leave}
                    onCancel={cancel}
                  />
                </div>
              ),
            },
            {
              value: "manage",
              label: say.managePosts,
              content: (
                <ManagePosts
                  onEdit={edit}
                  openingId={openingId}
                  onCreate={() => {
                    leave();
                    setTab("write");
                  }}
                />
              ),
            },
            { value: "sms", label: say.testSms, content: <SmsTestForm /> },
          ]}
        />
      </div>
    </main>
  );
}

/** Which post is edited. A form is made anew whenever another one, or none, takes its place. */
function useEditing(onOpen: () => void) {
  const [{ editing, formKey }, setState] = useState<{ editing: PostView | null; formKey: number }>({
    editing: null,
    formKey: 0,
  });
  const show = (post: PostView | null) =>
    setState((before) => ({ editing: post, formKey: before.formKey + 1 }));
  const { mutate, isBusy, variables } = useSingleMutation({
    mutationFn: fetchPost,
    onSuccess: (post) => {
      show(post);
      onOpen();
    },
    onError: (error) =>
      notify({
        title: say.error,
        description: `The post could not be opened: ${reasonOf(error)}`,
        variant: "destructive",
      }),
  });
  return {
    editing,
    formKey,
    openingId: isBusy ? (variables ?? null) : null,
    edit: (id: number) => {
      // The form that stands keeps what was typed, and offers it again.
      if (editing?.id === id) onOpen();
      else mutate(id);
    },
    /** Fetches a post again, even the one that has just been left. */
    reopen: mutate,
    leave: () => show(null),
  };
}

/** Posts that were left with unsaved changes, in this browser. */
function LeftWork(props: { onContinue: (id: number) => void; openingId: number | null }) {
  const [left, setLeft] = useState(listPostDrafts);
  if (left.length === 0) return null;
  const discard = (postId: number) => {
    forgetPostDraft(draftName(postId));
    setLeft(left.filter((each) => each.postId !== postId));
  };
  return (
    <section aria-labelledby="left-work" className="border-l-[3px] border-accent bg-sheet p-5">
      <h2 id="left-work" className="text-h3">
        Unsaved changes
      </h2>
      <ul className="mt-3 grid gap-3">
        {left.map(({ postId, draft }) => (
          <li key={postId} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <span className="min-w-0 text-ink-2">
              <span className="text-ink">{`“${draft.value.fields.title}”`}</span>
              {`, ${inWords(draft.savedAt)}`}
            </span>
            <span className="flex gap-4">
              <Button
                variant="line"
                size="sm"
                isBusy={props.openingId === postId}
                onClick={() => props.onContinue(postId)}
              >
                Continue
              </Button>
              <Button variant="quiet" size="sm" onClick={() => discard(postId)}>
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
