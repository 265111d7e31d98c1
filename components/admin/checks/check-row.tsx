import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, LoaderCircle } from "@/components/ui/icons";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { TextField } from "@/components/ui/text-field";
import { briefingChecksKey, waiveCheck } from "@/lib/client/admin/briefing-checks";
import { serverMessage } from "@/lib/client/fetcher";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { checkWaiverSchema, type BriefingCheck } from "@/lib/contracts/admin/briefing-checks";
import { briefingChecksMessages as messages } from "@/lib/messages/admin/briefing-checks";
import { notifyFailure } from "../failure-reason";

const looks = {
  failed: { Icon: CircleAlert, tone: "text-alarm" },
  ask: { Icon: CircleAlert, tone: "text-ink" },
  checking: { Icon: LoaderCircle, tone: "text-ink-3" },
  waived: { Icon: Check, tone: "text-ink-3" },
  passed: { Icon: Check, tone: "text-accent" },
} as const;

/** One check, and the form that waives what it found. */
export function CheckRow({ check, date }: { check: BriefingCheck; date: string }) {
  const { state, title, detail, waiver } = check;
  const [isOpen, setOpen] = useState(false);
  const [isCanceled, setCanceled] = useState(false);
  const { save, isBusy } = useWaiver(() => setOpen(false));
  const { Icon, tone } = looks[state];
  const isFinding = state === "failed" || state === "ask";
  return (
    <li className="grid grid-cols-[1.125rem_minmax(0,1fr)_auto] items-start gap-x-2 border-b border-rule py-2.5 text-label leading-[1.375rem]">
      <Icon size={16} strokeWidth={2} className={classNames("mt-[3px]", tone)} />
      <div className="wrap-anywhere">
        <span className="sr-only">{messages.states[state]}</span>
        <b className={classNames("font-medium", (state === "failed" || waiver) && tone)}>{title}</b>
        {waiver ? (
          <p className="text-small text-ink-3">{messages.waivedBy(waiver.by, waiver.reason)}</p>
        ) : (
          detail !== null && <p className="text-small text-ink-3">{detail}</p>
        )}
      </div>
      {waiver && (
        <RowButton
          isDisabled={isBusy}
          label={messages.undo}
          title={title}
          onPress={() => save({ date, key: check.key, reason: null })}
        />
      )}
      {isFinding && !isOpen && (
        <RowButton
          label={messages.waive}
          title={title}
          takesFocus={isCanceled}
          onPress={() => setOpen(true)}
        />
      )}
      {isFinding && isOpen && (
        <WaiverForm
          isBusy={isBusy}
          onCancel={() => {
            setOpen(false);
            setCanceled(true);
          }}
          onSave={(reason) => save({ date, key: check.key, reason })}
        />
      )}
    </li>
  );
}

type RowButtonProps = {
  label: string;
  title: string;
  isDisabled?: boolean;
  /** Whether to take focus, because the form it opened was canceled. */
  takesFocus?: boolean;
  onPress: () => void;
};

function RowButton(props: RowButtonProps) {
  const { label, title, isDisabled = false, takesFocus = false, onPress } = props;
  return (
    <button
      ref={takesFocus ? focus : null}
      type="button"
      disabled={isDisabled}
      onClick={onPress}
      className="-my-2.5 py-2.5 text-link text-small whitespace-nowrap"
    >
      {label}
      <span className="sr-only">: {title}</span>
    </button>
  );
}

type WaiverFormProps = {
  isBusy: boolean;
  onCancel: () => void;
  onSave: (reason: string) => void;
};

/** Not a form: it is inside the post's form. */
function WaiverForm({ isBusy, onCancel, onSave }: WaiverFormProps) {
  const id = useId();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    const checked = checkWaiverSchema.shape.reason.safeParse(reason);
    if (checked.data) onSave(checked.data);
    else setError(checked.error?.issues[0]?.message ?? messages.reasonRequired);
  };
  return (
    <div className="col-span-2 col-start-2 grid gap-3 pt-3">
      <TextField
        id={id}
        label={messages.reason}
        error={error}
        ref={focus}
        autoComplete="off"
        value={reason}
        onChange={setReason}
        onKeyDown={(event) => {
          if (event.key === "Enter") submit(event);
          if (event.key === "Escape") onCancel();
        }}
      />
      <div className="button-row">
        <Button variant="line" size="sm" isBusy={isBusy} onClick={submit}>
          {messages.waive}
        </Button>
        <Button variant="quiet" size="sm" disabled={isBusy} onClick={onCancel}>
          {messages.cancel}
        </Button>
      </div>
    </div>
  );
}

/** For when the focused element is gone. */
function focus(element: HTMLElement | null) {
  element?.focus();
}

function useWaiver(onSaved: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: waiveCheck,
    onSuccess: async () => {
      await refetchAll(queryClient, [briefingChecksKey]);
      onSaved();
    },
    onError: (problem) => notifyFailure(serverMessage(problem) ?? messages.failedToSave),
  });
  return { save: mutate, isBusy };
}
