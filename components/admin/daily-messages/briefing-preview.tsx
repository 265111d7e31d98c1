import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Mark } from "@/components/brand/mark";
import { Button } from "@/components/ui/button";
import { brand } from "@/lib/brand";
import { briefingPreview } from "@/lib/client/daily-messages";
import { useDebouncedValue } from "@/lib/client/use-debounced-value";
import type { BriefingPreviewView } from "@/lib/contracts/briefings";
import { isLocalDate } from "@/lib/contracts/calendar";
import { shortDay } from "./days";

const typingPauseMs = 350;

/** The message as its readers would get it, some moments after it was typed. */
export function useBriefingPreview(date: string, message: string) {
  const debounced = useDebouncedValue(message, typingPauseMs);
  const isReady = isLocalDate(date) && debounced.trim() !== "";
  const { data, isError, refetch } = useQuery({
    ...briefingPreview({ date, message: debounced }),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  const retry = () => void refetch();
  return { preview: isReady ? data : undefined, isError: isReady && isError, retry };
}

/** What `BriefingPreview` takes. */
export type BriefingPreviewProps = {
  date: string;
  preview: BriefingPreviewView | undefined;
  isError: boolean;
  onRetry: () => void;
};

/** Text and mail as they will look, and which post they carry. */
export function BriefingPreview({ date, preview, isError, onRetry }: BriefingPreviewProps) {
  const [shown, setShown] = useState<"text" | "email">("text");
  return (
    <section aria-labelledby="preview" className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="preview" className="font-sans text-small text-ink-3">
          As it will look at 8:00
        </h3>
        <fieldset className="flex gap-4">
          <legend className="sr-only">Preview of</legend>
          <Choice isOn={shown === "text"} onPress={() => setShown("text")}>
            Text
          </Choice>
          <Choice isOn={shown === "email"} onPress={() => setShown("email")}>
            Email
          </Choice>
        </fieldset>
      </div>
      {isError && (
        <p role="alert" className="text-small text-alarm">
          The preview could not be made.{" "}
          <button type="button" className="text-link" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      {preview ? (
        <>
          {shown === "text" ? (
            <PhoneText date={date} text={preview.smsText} />
          ) : (
            <Mail subject={preview.email.subject} html={preview.email.html} />
          )}
          <Carried preview={preview} />
        </>
      ) : (
        !isError && (
          <p className="text-small text-ink-3">Text and email appear here as you write.</p>
        )
      )}
    </section>
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

/** Always in daylight, as most phones at eight. */
function PhoneText({ date, text }: { date: string; text: string }) {
  const at = text.search(/https?:\/\/\S+$/);
  const [words, address] = at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at)];
  return (
    <figure aria-label="Text preview" className="rounded-[1.75rem] bg-[#0a0c10] p-[.4375rem]">
      <div className="overflow-hidden rounded-[1.375rem] bg-[#fffefb] text-[#12151b]">
        <div className="grid justify-items-center gap-1 border-b border-[#e6e1d6] px-4 pt-3.5 pb-2.5 text-[.75rem] leading-4 font-medium">
          <span className="grid size-8 place-items-center rounded-full bg-[#12151b] text-[#faf8f3]">
            <Mark className="h-auto w-[.9375rem]" />
          </span>
          {brand.name}
        </div>
        <div className="px-3 pt-3 pb-4">
          <p className="mb-2 text-center text-[.6875rem] leading-4 text-[#5d6169]">
            {shortDay(date)}, 8:00
          </p>
          <p
            className="rounded-[1.125rem] rounded-bl-[.25rem] bg-[#edeae2] px-3 py-2.5 text-small leading-[1.1875rem] whitespace-pre-line wrap-anywhere"
            dir="auto"
          >
            {words}
            {address && (
              <span className="text-[#0b4f3a] underline decoration-1 underline-offset-[.15em]">
                {address}
              </span>
            )}
          </p>
        </div>
      </div>
    </figure>
  );
}

/**
 * The mail itself. Nothing in it can run: scripts, forms and pop-ups are not allowed. It counts as
 * of this site only so that it may load the site's own fonts, as a mail client does.
 */
function Mail({ subject, html }: { subject: string; html: string }) {
  return (
    <div className="border border-rule bg-sheet">
      <p className="border-b border-rule px-3 py-2 text-small font-medium wrap-anywhere">
        <span className="sr-only">Subject: </span>
        {subject}
      </p>
      <iframe
        title="Email preview"
        sandbox="allow-same-origin"
        srcDoc={html}
        className="block h-[32rem] w-full bg-paper"
      />
    </div>
  );
}

function Carried({ preview: { post, otherPosts } }: { preview: BriefingPreviewView }) {
  if (!post) {
    return <p className="text-small text-ink-3">No post has this date: the message goes alone.</p>;
  }
  return (
    <p className="text-small text-ink-3">
      Carries the post <span className="text-ink">{post.title}</span> (/r/{post.slug}).
      {otherPosts.length > 0 && ` It was created last; ${leftOut(otherPosts)} not carried.`}
    </p>
  );
}

function leftOut([first, ...others]: BriefingPreviewView["otherPosts"]): string {
  if (!first || others.length > 0) return `${others.length + 1} others of this date are`;
  return `“${first.title}” (/r/${first.slug}) of the same date is`;
}
