"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { SiteLink } from "@/components/layout/site-link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { classNames } from "@/components/ui/class-names";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { refetchAll } from "@/lib/client/query-client";
import { giveBackDays, todayKey } from "@/lib/client/admin/today";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { AttentionItem } from "@/lib/contracts/admin/today";
import { editorMessages } from "@/lib/messages/admin";
import { todayMessages } from "@/lib/messages/admin/today";
import { countOf } from "@/lib/messages/counts";
import { failureReason } from "../failure-reason";
import { useMayDo } from "../shell/gate";

const texts = todayMessages.attention;

/** What needs a person: what is wrong, why, and the button that does it. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) return <EmptyState title={texts.none}>{texts.noneText}</EmptyState>;
  return (
    <ul className="border-t border-rule">
      {items.map((item) => (
        <li
          key={item.key}
          className="grid grid-cols-[.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-rule py-4 sm:grid-cols-[.5rem_minmax(0,1fr)_auto]"
        >
          <span
            aria-hidden="true"
            className={classNames(
              "mt-2 size-2 self-start rounded-full border-[1.5px]",
              item.isOurFault ? "border-alarm bg-alarm" : "border-ink-3",
            )}
          />
          <div>
            <b className="font-medium">{item.title}</b>
            <p className="mt-0.5 max-w-[58ch] text-label leading-[1.375rem] text-ink-2">
              {item.text}
            </p>
          </div>
          {item.action && <Action action={item.action} />}
        </li>
      ))}
    </ul>
  );
}

const place = "col-start-2 justify-self-start max-md:min-h-11 sm:col-start-3";

function Action({ action }: { action: NonNullable<AttentionItem["action"]> }) {
  const mayRefund = useMayDo("refund");
  if (action.do === "open") {
    return (
      <SiteLink
        href={action.href}
        className={classNames(buttonClass({ variant: "line", size: "sm" }), place)}
      >
        {action.label}
      </SiteLink>
    );
  }
  return mayRefund ? <GiveBack action={action} /> : null;
}

type GiveBackAction = Extract<NonNullable<AttentionItem["action"]>, { do: "give_back" }>;

function GiveBack({ action }: { action: GiveBackAction }) {
  const [isOpen, setIsOpen] = useState(false);
  const queryClient = useQueryClient();
  const people = countOf(action.people, "person", "people");
  const giveBack = useSingleMutation({
    mutationFn: () => giveBackDays(action.through),
    onSuccess: async () => {
      setIsOpen(false);
      notify({ title: editorMessages.success, description: todayMessages.giveBack.done(people) });
      await refetchAll(queryClient, todayKey);
    },
    onError: (error: Error) =>
      notify({
        title: editorMessages.error,
        description: failureReason(error),
        variant: "destructive",
      }),
  });
  const { confirmTitle, steps, cancel } = todayMessages.giveBack;
  return (
    <>
      <Button variant="line" size="sm" className={place} onClick={() => setIsOpen(true)}>
        {action.label}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={confirmTitle(countOf(action.days, "day"))}
        actions={
          <>
            <Button variant="line" data-autofocus onClick={() => setIsOpen(false)}>
              {cancel}
            </Button>
            <Button variant="ink" isBusy={giveBack.isPending} onClick={() => giveBack.mutate()}>
              {action.label}
            </Button>
          </>
        }
      >
        <ol className="list-decimal space-y-2 pl-5 text-ink-2">
          {steps(people).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}
