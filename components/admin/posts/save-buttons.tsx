import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDay, parseNumericDate } from "@/lib/calendar/format";
import { contentScreen as messages } from "@/lib/messages/posts";
import type { PostFormState } from "./use-post-form";

export type SaveButtonsProps = { form: PostFormState; onSave: (isDraft: boolean) => void };

/** The buttons that save a post, as a draft or not. */
export function SaveButtons({ form, onSave }: SaveButtonsProps) {
  const publish = messages.publish(scheduledDay(form.fields.date));
  if (!form.isDraft) {
    return (
      <>
        <SubmitButton size="lg" isBusy={form.isSaving} busyLabel="Saving" className="min-w-44">
          {form.isNew ? publish : messages.updatePost}
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
        {publish}
      </Button>
      <SubmitButton variant="line" size="lg" disabled={form.isSaving}>
        {messages.saveDraft}
      </SubmitButton>
    </>
  );
}

/** The day until which a post with a date (MM/DD/YYYY) waits, like `Dec 1`; null if it doesn't. */
function scheduledDay(date: string): string | null {
  const localDate = parseNumericDate(date);
  const isLater = localDate && localDate > localDateAt(new Date(), "Europe/London");
  return isLater ? formatShortMonthDay(localDate) : null;
}
