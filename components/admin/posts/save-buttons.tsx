import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { contentScreen as messages } from "@/lib/messages/posts";
import type { PostFormState } from "./use-post-form";

export type SaveButtonsProps = { form: PostFormState; onSave: (isDraft: boolean) => void };

/** The buttons that save a post, as a draft or not. */
export function SaveButtons({ form, onSave }: SaveButtonsProps) {
  if (!form.isDraft) {
    return (
      <>
        <SubmitButton size="lg" isBusy={form.isSaving} busyLabel="Saving" className="min-w-44">
          {form.isNew ? messages.createPost : messages.updatePost}
        </SubmitButton>
        <Button variant="line" size="lg" disabled={form.isSaving} onClick={() => onSave(true)}>
          {form.isNew ? messages.saveDraft : messages.unpublish}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button size="lg" isBusy={form.isSaving} className="min-w-44" onClick={() => onSave(false)}>
        {messages.publishPost}
      </Button>
      <SubmitButton variant="line" size="lg" disabled={form.isSaving}>
        {messages.saveDraft}
      </SubmitButton>
    </>
  );
}
