import { useState, type FormEvent } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { sendTestBriefing } from "@/lib/client/daily-messages";
import { serverMessage } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { briefingTestSchema } from "@/lib/contracts/briefings";
import { editorMessages } from "@/lib/messages/admin";
import { briefingMessages, briefingPreviewMessages as messages } from "@/lib/messages/briefings";
import { notifyFailure } from "../failure-reason";

export type SendTestProps = { date: string; message: string };

/** `date` and `message` have their fields elsewhere in the card. */
type FieldErrors = Partial<Record<"date" | "message" | "email" | "phoneNumber", string>>;

/** Sends the message to the editor by email, text, or both, without saving it. */
export function SendTest({ date, message }: SendTestProps) {
  const [email, setEmail] = useState("");
  const [phoneNumber, setPhoneNumber] = useState("");
  const [errors, setErrors] = useState<FieldErrors>({});
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: sendTestBriefing,
    onSuccess: (sent) => notify({ title: editorMessages.success, description: sent }),
    onError: (problem) => notifyFailure(serverMessage(problem) ?? briefingMessages.emailNotSent),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = briefingTestSchema.safeParse({
      date,
      message,
      ...(email.trim() === "" ? {} : { email }),
      ...(phoneNumber.trim() === "" ? {} : { phoneNumber }),
    });
    if (checked.success) {
      setErrors({});
      mutate(checked.data);
      return;
    }
    const found: FieldErrors = Object.fromEntries(
      checked.error.issues.map(({ path, message: problem }) => [String(path[0]), problem]),
    );
    setErrors(found);
    if (found.email) document.getElementById("test-email")?.focus();
    else if (found.phoneNumber) document.getElementById("test-phone")?.focus();
  };

  // The schema's message asks for the date in the API's format.
  const problemElsewhere = errors.date ? editorMessages.dateInvalid : errors.message;

  return (
    <details className="border-t border-rule pt-1">
      <summary className="py-3 text-small font-medium">{messages.testTitle}</summary>
      <form noValidate onSubmit={submit} className="mt-2 grid gap-4">
        <TextField
          id="test-email"
          label={messages.testEmail}
          error={errors.email}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
        <TextField
          id="test-phone"
          label={messages.testPhone}
          hint={messages.testPhoneHint}
          error={errors.phoneNumber}
          type="tel"
          autoComplete="tel"
          value={phoneNumber}
          onChange={setPhoneNumber}
        />
        <div>
          <SubmitButton
            variant="line"
            size="sm"
            className="max-sm:w-full"
            isBusy={isBusy}
            disabled={message.trim() === ""}
          >
            {messages.sendTest}
          </SubmitButton>
          <ActionError className="mt-3">
            {problemElsewhere ?? (error && (serverMessage(error) ?? briefingMessages.emailNotSent))}
          </ActionError>
        </div>
      </form>
    </details>
  );
}
