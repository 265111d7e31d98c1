"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/text-field";
import { actForSelected } from "@/lib/client/admin/person";
import { adminSubscribersKey } from "@/lib/client/admin/subscribers";
import { FetchError } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { BulkAction, BulkInput, BulkResult } from "@/lib/contracts/admin/person";
import { channels, type Channel } from "@/lib/contracts/primitives";
import { localDateAt } from "@/lib/calendar/days";
import { parseNumericDate, formatNumericDate } from "@/lib/calendar/format";
import { editorMessages } from "@/lib/messages/admin";
import { bulkActionTexts as texts, personActionTexts } from "@/lib/messages/admin/person-screen";
import { countOf } from "@/lib/messages/counts";
import { failureReason } from "../failure-reason";
import { Steps } from "./steps";

export type BulkDialogProps = {
  action: BulkAction;
  ids: ReadonlySet<number>;
  /** Called when it was done for at least one person. */
  onDone: () => void;
  onClose: () => void;
};

/** Says what an action will do for everyone selected, does it, and lists those it failed for. */
export function BulkDialog({ action, ids, onDone, onClose }: BulkDialogProps) {
  const client = useQueryClient();
  const [why, setWhy] = useState("");
  const [from, setFrom] = useState(() => formatNumericDate(localDateAt(new Date())));
  const [until, setUntil] = useState("");
  const [dateProblem, setDateProblem] = useState(false);
  const [channel, setChannel] = useState<Channel>("email");
  const [problems, setProblems] = useState<BulkResult["results"]>([]);
  const mutation = useSingleMutation({
    mutationFn: () => actForSelected(inputOf(action, [...ids], { why, from, until, channel })),
    onSuccess: async ({ results }) => {
      const refused = results.filter(({ isDone }) => !isDone);
      const done = results.length - refused.length;
      if (done > 0) notify({ title: texts.done(done) });
      await refetchAll(client, [adminSubscribersKey]);
      if (refused.length > 0) setProblems(refused);
      else onDone();
    },
  });
  const { error } = mutation;
  const field = error instanceof FetchError ? error.field : undefined;
  const errorOf = (name: string) => (error && field === name ? failureReason(error) : undefined);
  const dateErrorOf = (name: "from" | "until", typed: string) =>
    dateProblem && !isDate(typed) ? editorMessages.dateInvalid : errorOf(name);
  const isElsewhere = error && !["why", "from", "until", "channel"].includes(field ?? "");
  const { title, steps, submit } = texts[action];
  const isOver = problems.length > 0;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isOver ? texts.notDone(problems.length) : title(countOf(ids.size, "subscriber"))}
      actions={
        isOver ? (
          <Button variant="line" onClick={onDone}>
            {texts.close}
          </Button>
        ) : (
          <>
            <Button variant="line" data-autofocus onClick={onClose}>
              {personActionTexts.keep}
            </Button>
            <Button type="submit" form="bulk-action" isBusy={mutation.isBusy}>
              {submit}
            </Button>
          </>
        )
      }
    >
      {isOver ? (
        <ul className="border-t border-rule">
          {problems.map(({ id, problem }) => (
            <li key={id} className="border-b border-rule py-2.5 text-label">
              ID {id}: {problem}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <Steps steps={steps} />
          <form
            id="bulk-action"
            className="mt-5 grid gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              const isWrong = action === "pause" && !(isDate(from) && isDate(until));
              setDateProblem(isWrong);
              if (!isWrong) mutation.mutate();
            }}
          >
            {action === "resend" && (
              <SelectField
                id="channel"
                label={personActionTexts.channel}
                error={errorOf("channel")}
                value={channel}
                onChange={(value) => setChannel(channels.find((each) => each === value) ?? "email")}
                options={channels.map((each) => ({
                  value: each,
                  label: texts.resend.channels[each],
                }))}
              />
            )}
            {action === "pause" && (
              <>
                <DateField
                  id="from"
                  label={personActionTexts.pause.from}
                  value={from}
                  onChange={setFrom}
                  todayLabel={personActionTexts.pause.today}
                  error={dateErrorOf("from", from)}
                />
                <DateField
                  id="until"
                  label={personActionTexts.pause.until}
                  value={until}
                  onChange={setUntil}
                  todayLabel={personActionTexts.pause.today}
                  error={dateErrorOf("until", until)}
                />
              </>
            )}
            <TextField
              id="why"
              label={personActionTexts.reason}
              error={errorOf("why")}
              value={why}
              maxLength={500}
              autoComplete="off"
              onChange={setWhy}
            />
            {isElsewhere && <Alert title={editorMessages.error}>{failureReason(error)}</Alert>}
          </form>
        </>
      )}
    </Dialog>
  );
}

const isDate = (text: string) => parseNumericDate(text) !== null;

function inputOf(
  action: BulkAction,
  ids: number[],
  typed: { why: string; from: string; until: string; channel: Channel },
): BulkInput {
  const { why } = typed;
  if (action === "pause") {
    const [from, until] = [typed.from, typed.until].map((text) => parseNumericDate(text) ?? "");
    return { action, ids, why, from: from ?? "", until: until ?? "" };
  }
  if (action === "resend") return { action, ids, why, channel: typed.channel };
  return action === "suppress" ? { action, ids, why, channel: "email" } : { action, ids, why };
}
