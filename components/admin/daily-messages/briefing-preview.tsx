import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ArticleText } from "@/components/reading/article";
import { Mark } from "@/components/brand/mark";
import { Button } from "@/components/ui/button";
import { brand } from "@/lib/brand";
import { briefingPreview } from "@/lib/client/daily-messages";
import { isUnanswered, serverMessage } from "@/lib/client/fetcher";
import { useDebouncedValue } from "@/lib/client/use-debounced-value";
import { type BriefingPreviewInput, type BriefingPreviewView } from "@/lib/contracts/briefings";
import { isLocalDate } from "@/lib/calendar/days";
import { formatLongMonthDayYear } from "@/lib/calendar/format";
import { editorMessages } from "@/lib/messages/admin";
import { briefingPreviewMessages } from "@/lib/messages/briefings";
import { shortDay } from "./days";

const messages = briefingPreviewMessages;

const views = ["text", "email", "page"] as const;
type View = (typeof views)[number];

const typingPauseMs = 350;

/** Previews a message, a post, or both, once the editor stops typing for a moment. */
export function useBriefingPreview(input: BriefingPreviewInput) {
  const previewed = useDebouncedValue(input, typingPauseMs);
  const isReady = isLocalDate(input.date) && isLocalDate(previewed.date);
  const { data, error, refetch } = useQuery({
    ...briefingPreview(previewed),
    enabled: isReady,
    placeholderData: (before, query) =>
      query?.queryKey[2].date === previewed.date ? before : undefined,
  });
  if (!isReady) return { preview: undefined, failure: null };
  return {
    preview: data,
    failure: error && {
      text: serverMessage(error) ?? messages.failed,
      retry: isUnanswered(error) ? () => void refetch() : null,
    },
  };
}

export type BriefingPreviewProps = {
  as: "h2" | "h3";
  date: string;
  preview: BriefingPreviewView | undefined;
  /** Why there's no preview; without `retry`, the message couldn't be saved either. */
  failure: { text: string; retry: (() => void) | null } | null;
  /** Whether it's next to the post, which then needn't be named. */
  isOfPost?: boolean;
};

/** The text, the email, and the page as people will see them, and which post they include. */
export function BriefingPreview(props: BriefingPreviewProps) {
  const { as: Heading, date, preview, failure, isOfPost = false } = props;
  const [shown, setShown] = useState<View>("text");
  return (
    <section aria-labelledby="preview" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading id="preview" className="font-sans text-small text-ink-3">
          {messages.title}
        </Heading>
        <fieldset className="flex gap-4">
          <legend className="sr-only">{messages.choice}</legend>
          {views.map((view) => (
            <Choice key={view} isOn={shown === view} onPress={() => setShown(view)}>
              {messages[view]}
            </Choice>
          ))}
        </fieldset>
      </div>
      {failure && (
        <p role="alert" className="text-small text-alarm">
          {failure.text}{" "}
          {failure.retry && (
            <button type="button" className="text-link" onClick={failure.retry}>
              {editorMessages.tryAgain}
            </button>
          )}
        </p>
      )}
      {preview ? (
        <>
          <Shown date={date} preview={preview} shown={shown} />
          {!isOfPost && <IncludedPost preview={preview} />}
        </>
      ) : (
        !failure && <p className="text-small text-ink-3">{messages.empty}</p>
      )}
    </section>
  );
}

type ShownProps = {
  date: string;
  preview: BriefingPreviewView;
  shown: View;
};

function Shown({ date, preview: { smsText, email, page }, shown }: ShownProps) {
  if (shown === "page") {
    if (!page) return <p className="text-small text-ink-3">{messages.noPostYet}</p>;
    return (
      <div data-theme="dark" className="max-h-[32rem] min-w-0 overflow-auto bg-paper px-5 py-8">
        {/* The page's type is for a window, not for a column. */}
        <div className="[zoom:.6]">
          <ArticleText post={{ ...page, fullDate: formatLongMonthDayYear(date) }} signUpUrl="/" />
        </div>
      </div>
    );
  }
  if (smsText === null || email === null) {
    return <p className="text-small text-ink-3">{messages.noMessageYet}</p>;
  }
  return shown === "text" ? (
    <PhoneText date={date} text={smsText} />
  ) : (
    <EmailFrame subject={email.subject} html={email.html} />
  );
}

function Choice(props: { isOn: boolean; onPress: () => void; children: string }) {
  const { isOn, onPress, children } = props;
  return (
    <Button variant="quiet" size="sm" aria-pressed={isOn} onClick={onPress}>
      <span className={isOn ? "font-medium" : "text-ink-3"}>{children}</span>
    </Button>
  );
}

/** A phone in light mode, whatever theme the editor uses. */
function PhoneText({ date, text }: { date: string; text: string }) {
  const at = text.search(/https?:\/\/\S+$/);
  const [body, link] = at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at)];
  return (
    <figure
      aria-label={messages.textPreview}
      className="rounded-[1.75rem] bg-[#0a0c10] p-[.4375rem]"
    >
      <div className="overflow-hidden rounded-[1.375rem] bg-[#fffefb] text-[#12151b] forced-color-adjust-none">
        <div className="grid justify-items-center gap-1 border-b border-[#e6e1d6] px-4 pt-3.5 pb-2.5 text-[.75rem] leading-4 font-medium">
          <span className="grid size-8 place-items-center rounded-full bg-[#12151b] text-[#faf8f3]">
            <Mark className="h-auto w-[.9375rem]" />
          </span>
          {brand.name}
        </div>
        <div className="px-3 pt-3 pb-4">
          <p className="mb-2 text-center text-[.6875rem] leading-4 text-[#5d6169]">
            {shortDay(date)}, 8:00 AM
          </p>
          <p
            className="rounded-[1.125rem] rounded-bl-[.25rem] bg-[#edeae2] px-3 py-2.5 text-small leading-[1.1875rem] whitespace-pre-line wrap-anywhere"
            dir="auto"
          >
            {body}
            {link && (
              <span className="text-[#0b4f3a] underline decoration-1 underline-offset-[.15em]">
                {link}
              </span>
            )}
          </p>
        </div>
      </div>
    </figure>
  );
}

/**
 * The email, in a frame that allows no scripts, forms, or pop-ups. `allow-same-origin` lets it load
 * the site's fonts, as a mail client does.
 */
function EmailFrame({ subject, html }: { subject: string; html: string }) {
  return (
    <div className="border border-rule bg-sheet">
      <p className="border-b border-rule px-3 py-2 text-small font-medium wrap-anywhere">
        <span className="sr-only">{messages.subject}: </span>
        <bdi>{subject}</bdi>
      </p>
      <iframe
        title={messages.emailPreview}
        sandbox="allow-same-origin"
        srcDoc={html}
        className="block h-[32rem] w-full bg-paper"
      />
    </div>
  );
}

function IncludedPost({ preview: { post, otherPosts } }: { preview: BriefingPreviewView }) {
  if (!post) return <p className="text-small text-ink-3">{messages.noPost}</p>;
  return (
    <p className="text-small text-ink-3">
      {messages.includes} <bdi className="text-ink">{post.title}</bdi> (/r/{post.slug}).
      {otherPosts.length > 0 && ` ${messages.newest(leftOut(otherPosts))}`}
    </p>
  );
}

function leftOut([first, ...others]: BriefingPreviewView["otherPosts"]): string {
  if (!first || others.length > 0) return messages.othersLeftOut(others.length + 1);
  return messages.otherLeftOut(first.title, first.slug);
}
