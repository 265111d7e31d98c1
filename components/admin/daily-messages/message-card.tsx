import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { notify } from "@/components/feedback/notify";
import { ActionError } from "@/components/feedback/action-error";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { browserDay, DateField, useTypedDate } from "@/components/ui/date-field";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { Switch } from "@/components/ui/switch";
import { daysOff } from "@/lib/client/admin/days-off";
import { dailyMessage, dailyMessagesKey } from "@/lib/client/daily-messages";
import { refetchAll } from "@/lib/client/query-client";
import { deleteDraft } from "@/lib/client/drafts";
import { isLocalDate, isWeekday } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay, formatLongWeekday } from "@/lib/calendar/format";
import { editorMessages } from "@/lib/messages/admin";
import { contentScreen } from "@/lib/messages/posts";
import { briefingPreviewMessages } from "@/lib/messages/briefings";
import { dailyMessagesScreen, messageCardMessages } from "@/lib/messages/daily-messages";
import { BriefingChecks } from "../checks/briefing-checks";
import { AlsoHere } from "../history/also-here";
import { HistoryButton } from "../history/history-dialog";
import { Approval } from "./approval";
import { BriefingPreview, useBriefingPreview } from "./briefing-preview";
import { shortDate } from "./days";
import { LengthMeter } from "./length-meter";
import { MessageConflict } from "./message-conflict";
import { useMessageFields, type OpenCard } from "./message-drafts";
import { SendTest } from "./send-test";
import { useSaveMessage } from "./use-save-message";

const messages = messageCardMessages;

export type MessageCardProps = {
  card: OpenCard;
  /** The draft that the card restores from and saves to. */
  draftName: string;
  /** The longest message allowed, in characters. */
  maxLength: number;
  onClose: () => void;
};

/** The form for a new or saved message, with a preview. */
export function MessageCard({ card, draftName, maxLength, onClose }: MessageCardProps) {
  const form = useMessageFields(card, draftName);
  const { fields, change, saved, isRestored } = form;
  const { date, message, isActive } = fields;
  const {
    save,
    isBusy,
    problem,
    failure: saveFailure,
    clearProblem,
  } = useSaveMessage(() => {
    deleteDraft(draftName);
    onClose();
  });
  const { preview, failure } = useBriefingPreview(
    message.trim() === "" ? { date } : { date, message },
  );
  const suggested = suggestionFor(message, preview?.headings ?? []);
  const isReady = isLocalDate(date) && message.trim() !== "";
  const isDirty =
    saved !== null &&
    (date !== saved.date || message !== saved.message || isActive !== saved.isActive);
  const queryClient = useQueryClient();
  const reload = async (id: number) => {
    form.loadTheirs(await queryClient.fetchQuery(dailyMessage(id)));
    await refetchAll(queryClient, [dailyMessagesKey]);
  };
  const input = { date, message, isActive };
  const titleId = useId();
  const { isInvalid, ...typedDate } = useTypedDate(date, (next) => {
    change({ date: next });
    clearProblem();
  });
  const isTaken = problem === "date-taken" && isActive;
  const dateError = isInvalid
    ? editorMessages.dateInvalid
    : isTaken
      ? messages.dateTaken
      : undefined;

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
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={titleId} className="text-h3">
            {saved ? messages.title(shortDate(saved.date)) : messages.newTitle}
          </h2>
          {saved && (
            <HistoryButton
              subject={{ kind: "messages", id: saved.id }}
              isDirty={isDirty}
              onRestore={(version) =>
                save({
                  input: { ...input, message: version["message"] ?? message },
                  replaced: saved,
                })
              }
            />
          )}
        </div>
        {saved && <AlsoHere subject={`daily-message:${saved.id}`} />}
        {isRestored && (
          <p className="mt-2 text-small text-ink-2">
            {messages.restored}{" "}
            <button type="button" className="text-link" onClick={form.startOver}>
              {saved ? messages.showSaved : messages.startOver}
            </button>
          </p>
        )}
        <form noValidate onSubmit={submit} className="mt-5">
          <fieldset disabled={isBusy} className="grid gap-5">
            <div className="flex flex-wrap items-start gap-x-8 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <DateField
                  {...typedDate}
                  id="message-date"
                  label="Date"
                  todayLabel={editorMessages.today}
                  hint={weekdayHint(date)}
                  error={dateError}
                />
              </div>
              <label className="inline-flex min-h-12 cursor-pointer items-center gap-3 text-label sm:mt-7">
                <Switch
                  label={dailyMessagesScreen.active}
                  isOn={isActive}
                  onSwitch={(isOn) => change({ isActive: isOn })}
                />
                <span aria-hidden="true">{dailyMessagesScreen.active}</span>
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
                maxLength={maxLength}
                onUsePlain={(plain) => change({ message: plain })}
              />
              {suggested !== null && (
                <div>
                  <button
                    type="button"
                    className="text-link text-small"
                    onClick={() => {
                      change({ message: suggested });
                      if (message.trim() === "") return;
                      notify({
                        title: briefingPreviewMessages.headingsUsed,
                        action: {
                          label: contentScreen.undo,
                          onPress: () => change({ message }),
                        },
                      });
                    }}
                  >
                    {briefingPreviewMessages.startWithHeadings}
                  </button>
                </div>
              )}
            </div>
          </fieldset>
          {saved && problem === "changed" && (
            <MessageConflict
              saved={saved}
              onTheirs={(theirs) => {
                form.loadTheirs(theirs);
                clearProblem();
              }}
              onMine={(theirs) => save({ input, replaced: theirs })}
            />
          )}
          {saved && problem === "deleted" && (
            <div className="mt-5">
              <Alert title={messages.deletedTitle}>
                <button
                  type="button"
                  className="text-link"
                  onClick={() => save({ input, replaced: null })}
                >
                  {messages.saveAsNew}
                </button>
              </Alert>
            </div>
          )}
          {problem === null && <ActionError className="mt-5">{saveFailure}</ActionError>}
          <WhatHappens date={date} isActive={isActive} />
          <div className="mt-6 button-row sm:gap-x-6">
            <SubmitButton
              isBusy={isBusy}
              disabled={!isReady}
              className="min-w-44"
              busyLabel="Saving"
            >
              {saved ? dailyMessagesScreen.update : dailyMessagesScreen.create}
            </SubmitButton>
            <Button variant="quiet" disabled={isBusy} onClick={onClose}>
              {editorMessages.cancel}
            </Button>
          </div>
        </form>
        <div className="mt-10 grid gap-10">
          {saved?.isActive && (
            <Approval
              date={saved.date}
              isDirty={isDirty}
              savedAt={saved.updatedAt ?? saved.createdAt}
              shownVersion={preview?.version}
              onReload={() => void reload(saved.id)}
            />
          )}
          <BriefingChecks as="h3" date={date} message={message} />
        </div>
      </div>
      <div className="grid content-start gap-5 bg-well p-6 max-md:border-t max-md:border-rule max-md:px-(--gutter) md:border-l md:border-rule">
        <BriefingPreview
          as="h3"
          date={date}
          preview={message.trim() === "" ? undefined : preview}
          failure={failure}
        />
        <SendTest date={date} message={message} />
      </div>
    </section>
  );
}

/** When it goes out, or that it doesn't; nothing about a past day or a weekend. */
function WhatHappens({ date, isActive }: { date: string; isActive: boolean }) {
  const [today] = useState(() => browserDay(new Date()));
  const { data } = useQuery(daysOff());
  if (!isLocalDate(date) || date < today || !isWeekday(date)) return null;
  const day = formatLongWeekdayMonthDay(date);
  const isDayOff = data?.days.some((each) => each.isDayOff && each.date === date);
  const text = isDayOff ? messages.dayOff(day) : messages.goesOut(day);
  return <p className="mt-5 text-small text-ink-3">{isActive ? text : messages.isNotSent}</p>;
}

/** The post's headings as a message; null without any, or if the message already says the same. */
function suggestionFor(message: string, headings: readonly string[]): string | null {
  const suggested = headings.map((heading, index) => `${index + 1}. ${heading}`).join("\n");
  return headings.length === 0 || suggested === message.trim() ? null : suggested;
}

/** The weekday, and on weekends that nothing is sent. */
function weekdayHint(date: string): string | undefined {
  if (!isLocalDate(date)) return undefined;
  const weekday = formatLongWeekday(date);
  const isWeekend = weekday === "Saturday" || weekday === "Sunday";
  return isWeekend ? messages.weekend(weekday) : weekday;
}

/** What the text adds to the message, according to the last preview. */
function linkIn(smsText: string | null | undefined, slug: string | undefined): string {
  const lastLine = /\n\S+$/.exec(smsText ?? "")?.[0] ?? "";
  return slug !== undefined && lastLine.endsWith(`/r/${slug}`) ? lastLine : "";
}
