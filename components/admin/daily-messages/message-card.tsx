import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState, type FormEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { Switch } from "@/components/ui/switch";
import { dailyMessage } from "@/lib/client/daily-messages";
import { forgetDraft, keepDraft } from "@/lib/client/drafts";
import { isLocalDate } from "@/lib/contracts/calendar";
import type { DailyMessageView } from "@/lib/contracts/daily-messages";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { BriefingPreview, useBriefingPreview } from "./briefing-preview";
import { datedDay, weekdayOf } from "./days";
import { readTyped, type Typed } from "./drafts";
import { LengthMeter } from "./length-meter";
import type { OpenCard } from "./open-card";
import { TestToOneself } from "./send-test";
import { useSaving } from "./use-saving";

const messages = dailyMessagesScreen;

/** What `MessageCard` takes. */
export type MessageCardProps = {
  card: OpenCard;
  /** Under which name it keeps what is typed; what stands there already is brought back. */
  draftName: string;
  /** How many characters a message may have. */
  longest: number;
  /** Called when it is saved or given up. */
  onClose: () => void;
};

/** Where one message is written: a new one, or one that is saved already. */
export function MessageCard({ card, draftName, longest, onClose }: MessageCardProps) {
  const { typed, change, saved, setSaved, isRestored, startAnew } = useTyped(card, draftName);
  const { date, message, isActive } = typed;
  const { save, isBusy, obstacle, forgetObstacle } = useSaving(() => {
    forgetDraft(draftName);
    onClose();
  });
  const { preview, isError, retry } = useBriefingPreview(date, message);
  const isReady = isLocalDate(date) && message.trim() !== "";
  const input = { date, message, isActive };
  const titleId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) save({ input, replaced: saved });
  };

  return (
    <section
      aria-labelledby={titleId}
      className="mt-10 grid border border-ink bg-sheet max-md:-mx-(--gutter) max-md:border-x-0 md:grid-cols-[minmax(0,1fr)_clamp(17.5rem,32vw,23rem)]"
    >
      <div className="p-6 max-md:px-(--gutter)">
        <h2 id={titleId} className="text-h3">
          {saved ? `Message of ${datedDay(saved.date)}` : "New message"}
        </h2>
        {isRestored && (
          <p className="mt-2 text-small text-ink-2">
            Your unsaved text is back.{" "}
            <button type="button" className="text-link" onClick={startAnew}>
              {saved ? "Show what is saved" : "Start anew"}
            </button>
          </p>
        )}
        <form noValidate onSubmit={submit} className="mt-5">
          <fieldset disabled={isBusy} className="grid gap-5">
            <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
              <Field
                id="message-date"
                label="Date"
                hint={hintAbout(date)}
                error={obstacle === "date-taken" && isActive ? dateTaken : undefined}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="date"
                    required
                    value={date}
                    onChange={({ target }) => {
                      change({ date: target.value });
                      forgetObstacle();
                    }}
                  />
                )}
              </Field>
              <label className="inline-flex min-h-12 cursor-pointer items-center gap-3 justify-self-start text-label sm:mt-7">
                <Switch
                  label={messages.active}
                  isOn={isActive}
                  onSwitch={(isOn) => change({ isActive: isOn })}
                />
                <span aria-hidden="true">{messages.active}</span>
              </label>
            </div>
            <div className="grid gap-3">
              <Field id="message-text" label="Message">
                {(control) => (
                  <Textarea
                    {...control}
                    required
                    rows={6}
                    dir="auto"
                    aria-describedby="message-length"
                    className="[field-sizing:content] min-h-36"
                    value={message}
                    onChange={({ target }) => change({ message: target.value })}
                  />
                )}
              </Field>
              <LengthMeter
                id="message-length"
                message={message}
                suffix={linkIn(preview?.smsText, preview?.post?.slug)}
                longest={longest}
                onPlain={(plain) => change({ message: plain })}
              />
            </div>
          </fieldset>
          {saved && obstacle === "changed" && (
            <Changed
              saved={saved}
              onTheirs={(theirs) => {
                setSaved(theirs);
                forgetObstacle();
              }}
              onMine={(theirs) => save({ input, replaced: theirs })}
            />
          )}
          {saved && obstacle === "gone" && (
            <div className="mt-5">
              <Alert title="This message was deleted meanwhile.">
                <button
                  type="button"
                  className="text-link"
                  onClick={() => save({ input, replaced: null })}
                >
                  Save it as a new one
                </button>
              </Alert>
            </div>
          )}
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
            <SubmitButton
              isBusy={isBusy}
              disabled={!isReady}
              className="min-w-44"
              busyLabel="Saving"
            >
              {saved ? "Update Message" : messages.create}
            </SubmitButton>
            <Button variant="quiet" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      </div>
      <div className="grid content-start gap-5 bg-well p-6 max-md:border-t max-md:border-rule max-md:px-(--gutter) md:border-l md:border-rule">
        <BriefingPreview date={date} preview={preview} isError={isError} onRetry={retry} />
        <TestToOneself date={date} message={message} />
      </div>
    </section>
  );
}

const dateTaken =
  "This date has an active message. Save this one as inactive, or make the other inactive first.";

/** The weekday in words, and that weekends are free. */
function hintAbout(date: string): string | undefined {
  if (!isLocalDate(date)) return undefined;
  const weekday = weekdayOf(date);
  const isFree = weekday === "Saturday" || weekday === "Sunday";
  return isFree ? `${weekday}: nothing goes out on weekends.` : weekday;
}

/** What a text carries behind the message, as the last preview shows it. */
function linkIn(smsText: string | undefined, slug: string | undefined): string {
  if (smsText === undefined || slug === undefined) return "";
  return /\n\S+$/.exec(smsText)?.[0].endsWith(`/r/${slug}`)
    ? (/\n\S+$/.exec(smsText)?.[0] ?? "")
    : "";
}

/** What stands in the card, kept in the browser from the first key on. */
function useTyped(card: OpenCard, draftName: string) {
  const [kept] = useState(() => readTyped(draftName));
  const [typed, setTyped] = useState<Typed>(kept ?? blankOf(card));
  // Typing that was brought back began with the message as it was then.
  const [saved, setSaved] = useState(kept ? kept.saved : card.saved);
  const [isRestored, setRestored] = useState(kept !== undefined);

  useEffect(() => {
    document.getElementById("message-text")?.focus();
  }, []);

  const change = (fields: Partial<Omit<Typed, "saved">>) => {
    const changed = { ...typed, ...fields };
    setTyped(changed);
    // A browser without room for it must not keep anybody from writing.
    keepDraft(draftName, changed);
  };
  const show = (blank: Typed) => {
    forgetDraft(draftName);
    setTyped(blank);
    setSaved(blank.saved);
    setRestored(false);
  };
  return {
    typed,
    change,
    saved,
    isRestored,
    setSaved: (theirs: DailyMessageView) => show(blankOf({ saved: theirs })),
    startAnew: () => show(blankOf(card)),
  };
}

function blankOf(card: OpenCard): Typed {
  if (!card.saved) return { date: card.date, message: "", isActive: true, saved: null };
  const { date, message, isActive } = card.saved;
  return { date, message, isActive, saved: card.saved };
}

type ChangedProps = {
  saved: DailyMessageView;
  onTheirs: (theirs: DailyMessageView) => void;
  /** Called with the version that mine shall replace: the one that was in sight. */
  onMine: (theirs: DailyMessageView) => void;
};

/** Two editors saved the same message: both texts are in sight, and the second one decides. */
function Changed({ saved, onTheirs, onMine }: ChangedProps) {
  const { data: theirs, isError, refetch } = useQuery(dailyMessage(saved.id));
  return (
    <div className="mt-5">
      <Alert title="Another editor saved this message meanwhile.">
        {theirs && (
          <>
            <p className="mt-2">
              {`${datedDay(theirs.date)}, ${theirs.isActive ? "active" : "inactive"}`}
            </p>
            <blockquote className="mt-2 border-l border-edge pl-3 whitespace-pre-line wrap-anywhere">
              {theirs.message}
            </blockquote>
          </>
        )}
        {isError && (
          <p className="mt-2">
            Theirs could not be loaded.{" "}
            <button type="button" className="text-link" onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            variant="line"
            size="sm"
            disabled={!theirs}
            onClick={() => theirs && onTheirs(theirs)}
          >
            Use theirs
          </Button>
          <Button
            variant="line"
            size="sm"
            disabled={!theirs}
            onClick={() => theirs && onMine(theirs)}
          >
            Save mine over it
          </Button>
        </div>
      </Alert>
    </div>
  );
}
