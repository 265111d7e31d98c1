"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { notify } from "@/components/feedback/notify";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { parseUsDate, toFullDate } from "@/lib/contracts/calendar";
import type { PostView } from "@/lib/contracts/posts";
import { contentScreen } from "@/lib/messages/posts";
import { ContentField } from "./content-field";
import { Comparison, PostConflict } from "./post-conflict";
import type { PostFields } from "./post-fields";
import { measureReading } from "./post-fields";
import { SlugField } from "./slug-field";
import { usePostForm, type PostFormState } from "./use-post-form";
import { inWords } from "./when";

const messages = contentScreen;

/** What `PostForm` takes. */
export type PostFormProps = {
  /** The post being edited, null for a new one. */
  post: PostView | null;
  /** Under which name unsaved work is kept; what stands there already is brought back. */
  draftName: string;
  signUpUrl: string;
  /** Whether it takes the place of another form, and the keyboard with it. */
  takesFocus: boolean;
  onSaved: (post: PostView) => void;
  /** Leaves the editing of a post; `unsaved` is what was typed, null when nothing was. */
  onCancel: (unsaved: PostFields | null) => void;
};

/** The form that creates and edits posts. */
export function PostForm(props: PostFormProps) {
  const { post, draftName, signUpUrl, takesFocus, onSaved, onCancel } = props;
  const form = usePostForm({ post, draftName, onSaved });
  const { fields, errors, change } = form;
  const title = useRef<HTMLInputElement>(null);
  const slug = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  const rememberPlace = useFocusBack(form.isSaving);
  const localDate = parseUsDate(fields.date);
  const fullDate = localDate ? toFullDate(localDate) : "";

  const submit = () => {
    const found = form.save();
    if (found.slug) {
      notify({
        title: messages.invalidSlugTitle,
        description: messages.invalidSlug,
        variant: "destructive",
      });
    }
    if (found.title) title.current?.focus();
    else if (found.slug) slug.current?.focus();
    else if (found.date) document.getElementById("post-date")?.focus();
  };

  return (
    <form
      noValidate
      className="grid gap-8"
      aria-label={post ? messages.editPost : messages.createPost}
      onSubmit={(event) => {
        event.preventDefault();
        rememberPlace();
        submit();
      }}
    >
      {/* What is typed while it is on its way would be lost when the form is emptied. */}
      <div inert={form.isSaving} className="grid gap-8">
        <Notices form={form} />
        <div className="grid gap-x-8 gap-y-6 md:grid-cols-12">
          <div className="md:col-span-12">
            <Field id="post-title" label="Title" error={errors.title}>
              {(control) => (
                <Input
                  {...control}
                  ref={title}
                  value={fields.title}
                  onChange={(event) => change({ title: event.target.value })}
                  autoComplete="off"
                  className="min-h-14! font-serif text-row!"
                />
              )}
            </Field>
          </div>
          <div className="md:col-span-4">
            <SlugField
              slug={fields.slug}
              onChange={(typed) => change({ slug: typed })}
              error={errors.slug}
              inputRef={slug}
            />
          </div>
          <div className="md:col-span-5">
            <DateField
              id="post-date"
              label="Post date"
              value={fields.date}
              onChange={(date) => change({ date })}
              todayLabel={messages.today}
              hint={fullDate ? `${fullDate}.` : undefined}
              error={
                errors.date ?? (fields.date !== "" && !localDate ? messages.dateInvalid : undefined)
              }
            />
          </div>
          <div className="md:col-span-3">
            <ReadTime form={form} />
          </div>
        </div>
        <ContentField
          key={form.contentVersion}
          content={fields.content}
          onChange={(content) => change({ content })}
          title={fields.title}
          fullDate={fullDate}
          signUpUrl={signUpUrl}
        />
        {form.aside && (
          <Panel title="Your version, kept beside theirs">
            <Comparison theirs={form.aside.theirs} mine={form.aside.fields} />
            <div className="flex flex-wrap gap-3">
              <Button variant="line" onClick={form.putBack}>
                Put mine back into the form
              </Button>
              <Button variant="quiet" onClick={form.dropAside}>
                I no longer need it
              </Button>
            </div>
          </Panel>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-ink pt-6">
        <SubmitButton size="lg" isBusy={form.isSaving} busyLabel="Saving" className="min-w-44">
          {form.isNew ? messages.createPost : "Update Post"}
        </SubmitButton>
        {post && (
          <Button
            variant="quiet"
            disabled={form.isSaving}
            onClick={() => {
              form.endDraft();
              onCancel(form.isDirty ? fields : null);
            }}
          >
            {messages.cancel}
          </Button>
        )}
        <p className="text-small text-ink-3">
          {form.isDirty && form.hasRoom && "Kept in this browser until it is saved."}
        </p>
      </div>
    </form>
  );
}

/** After a save that failed, the keyboard goes on where it was; answers what notes the place. */
function useFocusBack(isSaving: boolean): () => void {
  const place = useRef<Element | null>(null);
  useEffect(() => {
    if (isSaving || document.activeElement !== document.body) return;
    if (place.current instanceof HTMLElement) place.current.focus();
  }, [isSaving]);
  return () => {
    place.current = document.activeElement;
  };
}

function ReadTime({ form }: { form: PostFormState }) {
  const { words, minutes } = measureReading(form.fields.content);
  const isSuggested = words > 0 && form.fields.readTime !== String(minutes);
  return (
    <Field
      id="post-read-time"
      label="Read time"
      hint={
        isSuggested ? (
          <span className="flex flex-wrap items-center gap-x-3">
            {`${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}, about ${minutes} min.`}
            <button
              type="button"
              className="min-h-6 text-link text-ink"
              onClick={() => form.change({ readTime: String(minutes) })}
            >
              {`Use ${minutes}`}
            </button>
          </span>
        ) : (
          "In minutes."
        )
      }
      error={form.errors.readTime}
    >
      {(control) => (
        <Input
          {...control}
          value={form.fields.readTime}
          onChange={(event) => form.change({ readTime: event.target.value })}
          onBlur={form.normalizeReadTime}
          inputMode="numeric"
          autoComplete="off"
          className="tabular-nums"
        />
      )}
    </Field>
  );
}

function Notices({ form }: { form: PostFormState }) {
  return (
    <>
      {form.restoredAt && (
        <Panel title="Your unsaved work is back">
          <p className="text-ink-2">
            {`It was kept in this browser on ${inWords(form.restoredAt)}, and is not saved yet.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="line" size="sm" onClick={form.keepRestored}>
              Go on with it
            </Button>
            <Button variant="quiet" size="sm" onClick={form.dropRestored}>
              Discard it
            </Button>
          </div>
        </Panel>
      )}
      {form.conflict && (
        <PostConflict
          theirs={form.conflict}
          mine={form.fields}
          onLoadTheirs={form.loadTheirs}
          onKeepMine={form.keepMine}
        />
      )}
      {form.isGone && (
        <Alert title="This post has been deleted">
          <p>Your text is still here.</p>
          <Button variant="quiet" size="sm" onClick={form.startAnew}>
            Make it a new post
          </Button>
        </Alert>
      )}
      {!form.hasRoom && (
        <Alert title="This browser has no room to keep your unsaved work">
          Please save it before you leave this page.
        </Alert>
      )}
    </>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 border-l-[3px] border-accent bg-sheet p-5">
      <h2 className="text-h3">{title}</h2>
      {children}
    </section>
  );
}
