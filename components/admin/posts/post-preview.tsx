import { briefingPreviewMessages } from "@/lib/messages/briefings";
import { BriefingChecks } from "../checks/briefing-checks";
import { BriefingPreview, useBriefingPreview } from "../daily-messages/briefing-preview";
import { parseReadTime } from "./post-fields";
import type { PostFormState } from "./use-post-form";

export type PostPreviewProps = {
  /** The form's date, YYYY-MM-DD. */
  localDate: string;
  form: PostFormState;
};

/** What is checked, and the day's text, email, and page with the post as it's being written. */
export function PostPreview({ localDate, form }: PostPreviewProps) {
  const { title, content, slug, readTime, emailSubject } = form.fields;
  const isEmpty = content.trim() === "";
  const post = {
    title,
    content,
    slug,
    readTime: Number(parseReadTime(readTime)),
    emailSubject: emailSubject.trim() || null,
  };
  const { preview, failure } = useBriefingPreview(
    isEmpty ? { date: localDate } : { date: localDate, post },
  );
  const lines = preview?.lines ?? [];
  return (
    <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,1fr)_clamp(17.5rem,32vw,23rem)]">
      <div className="grid gap-6">
        {isEmpty && lines.length === 3 && (
          <div>
            <button
              type="button"
              className="text-link text-label"
              onClick={() => form.startWithLines(lines)}
            >
              {briefingPreviewMessages.startWithLines}
            </button>
          </div>
        )}
        {!isEmpty && <BriefingChecks as="h2" date={localDate} post={{ title, content }} />}
      </div>
      <BriefingPreview
        as="h2"
        date={localDate}
        preview={preview}
        failure={failure}
        isOfPost={!isEmpty}
      />
    </div>
  );
}
