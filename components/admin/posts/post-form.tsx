"use client";

// Over 300 lines because the fields of a form are easier to follow in one place.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { TextField } from "@/components/ui/text-field";
import {
  parseNumericDate,
  formatDateTimeHere,
  formatLongMonthDayYear,
} from "@/lib/calendar/format";
import { editorCalendar } from "@/lib/client/daily-messages";
import type { PostView } from "@/lib/contracts/posts";
import { measureReading } from "@/lib/contracts/reading/reading-time";
import { editorMessages } from "@/lib/messages/admin";
import { countOf } from "@/lib/messages/counts";
import { contentScreen, emailSubjectMessages, postDraftMessages } from "@/lib/messages/posts";
import { ContentField } from "./content-field";
import { Comparison, PostConflict } from "./post-conflict";
import type { PostFields } from "./post-fields";
import { PostPreview } from "./post-preview";
import { PostState, WhatHappens } from "./post-state";
import { SaveButtons } from "./save-buttons";
import { SlugField } from "./slug-field";
import { ThreadField } from "./thread-field";
import { usePostForm, type PostFormState } from "./use-post-form";

const messages = contentScreen;

export type PostFormProps = {
  /** The post being edited, null for a new one. */
  post: PostView | null;
  /** The draft that the form restores from and saves to. */
  draftName: string;
  signUpUrl: string;
  /** Whether it replaces another form and should take focus. */
  takesFocus: boolean;
  onSaved: (post: PostView) => void;
  /** Ends editing; `unsaved` is what was typed, null if nothing changed. */
  onCancel: (unsaved: PostFields | null) => void;
};

export function PostForm(props: PostFormProps) {
  const { post, draftName, signUpUrl, takesFocus, onSaved, onCancel } = props;
  const { data: calendar } = useQuery(editorCalendar());
  const form = usePostForm({ post, draftName, onSaved, freeDate: calendar?.next.freeDate });
  const { fields, errors, change } = form;
  const title = useRef<HTMLInputElement>(null);
  const slug = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  const rememberFocus = useFocusRestore(form.isSaving);
  const localDate = parseNumericDate(fields.date);
  const fullDate = localDate ? formatLongMonthDayYear(localDate) : "";

  const submit = (isDraft = false) => {
    const found = form.save(isDraft);
    if (found.slug) {
      notify({
        title: messages.invalidSlugTitle,
        description: messages.invalidSlug(form.slugLength()),
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
        rememberFocus();
        // Pressing Enter in a field never publishes a draft.
        submit(form.isDraft);
      }}
    >
      {/* Inert while saving: the form is cleared on success, and typing would be lost. */}
      <div inert={form.isSaving} className="grid gap-8">
        {post && (
          <PostState
            post={post}
            isDirty={form.isDirty}
            onRestore={(version) => {
              rememberFocus();
              form.restore(version);
            }}
          />
        )}
        <Notices form={form} />
        <div className="grid gap-x-8 gap-y-6 md:grid-cols-12">
          <div className="md:col-span-12">
            <TextField
              id="post-title"
              label="Title"
              error={errors.title}
              ref={title}
              dir="auto"
              value={fields.title}
              onChange={(value) => change({ title: value })}
              autoComplete="off"
              className="min-h-14! font-serif text-row!"
            />
          </div>
          <div className="md:col-span-4">
            <SlugField
              post={post}
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
              todayLabel={editorMessages.today}
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
          fields={fields}
          onChange={(content) => change({ content })}
          signUpUrl={signUpUrl}
        />
        <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2">
          <ThreadField
            terms={fields.threadTerms}
            thread={post?.thread}
            error={errors.threadTerms}
            onChange={(threadTerms) => change({ threadTerms })}
          />
          <TextField
            id="post-email-subject"
            label={emailSubjectMessages.label}
            hint={emailSubjectMessages.hint}
            error={errors.emailSubject}
            dir="auto"
            value={fields.emailSubject}
            onChange={(emailSubject) => change({ emailSubject })}
            autoComplete="off"
          />
        </div>
        {form.aside && (
          <Panel title={postDraftMessages.asideTitle}>
            <Comparison theirs={form.aside.theirs} mine={form.aside.fields} />
            <div className="button-row">
              <Button variant="line" onClick={form.restoreAside}>
                {postDraftMessages.restoreMine}
              </Button>
              <Button variant="quiet" onClick={form.discardAside}>
                {postDraftMessages.discardMine}
              </Button>
            </div>
          </Panel>
        )}
      </div>
      {localDate && <PostPreview localDate={localDate} form={form} />}
      <ActionError>{form.failure}</ActionError>
      {localDate && <WhatHappens localDate={localDate} post={post} />}
      <div className="button-row sm:gap-x-6 border-t border-ink pt-6">
        <SaveButtons form={form} onSave={submit} />
        {post && (
          <Button
            variant="quiet"

            disabled={form.isSaving}
            onClick={() => {
              form.endDraft();
              onCancel(form.isDirty ? fields : null);
            }}
          >
            {editorMessages.cancel}
          </Button>
        )}
        <p className="text-small text-ink-3">
          {form.isDirty && form.hasRoom && postDraftMessages.savedInBrowser}
        </p>
      </div>
    </form>
  );
}

/** Returns focus to where it was after a failed save. Call the result before saving. */
function useFocusRestore(isSaving: boolean): () => void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (isSaving || document.activeElement !== document.body) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
  }, [isSaving]);
  return () => {
    focused.current = document.activeElement;
  };
}

function ReadTime({ form }: { form: PostFormState }) {
  const { words, minutes } = measureReading(form.fields.content);
  const isSuggested = words > 0 && form.fields.readTime !== String(minutes);
  return (
    <TextField
      id="post-read-time"
      label="Read time"
      hint={
        isSuggested ? (
          <span className="flex flex-wrap items-center gap-x-3">
            {`${countOf(words, "word")}, about ${minutes} min.`}
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
      value={form.fields.readTime}
      onChange={(value) => form.change({ readTime: value })}
      onBlur={form.normalizeReadTime}
      inputMode="numeric"
      autoComplete="off"
      className="tabular-nums"
    />
  );
}

function Notices({ form }: { form: PostFormState }) {
  return (
    <>
      {form.restoredAt && (
        <Panel title={postDraftMessages.restoredTitle}>
          <p className="text-ink-2">
            {postDraftMessages.restored(formatDateTimeHere(form.restoredAt))}
          </p>
          <div className="button-row">
            <Button variant="line" size="sm" onClick={form.acceptRestored}>
              {postDraftMessages.keepEditing}
            </Button>
            <Button variant="quiet" size="sm" onClick={form.discardRestored}>
              {postDraftMessages.discardRestored}
            </Button>
          </div>
        </Panel>
      )}
      {form.conflict && (
        <PostConflict
          theirs={form.conflict}
          mine={form.fields}
          onLoadTheirs={form.loadTheirs}
          onContinueWithMine={form.continueWithMine}
        />
      )}
      {form.isDeleted && (
        <Alert title={postDraftMessages.deletedTitle}>
          <p>{postDraftMessages.deleted}</p>
          <Button variant="quiet" size="sm" onClick={form.becomeNewPost}>
            {postDraftMessages.becomeNewPost}
          </Button>
        </Alert>
      )}
      {!form.hasRoom && (
        <Alert title={postDraftMessages.noRoomTitle}>{postDraftMessages.noRoom}</Alert>
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
