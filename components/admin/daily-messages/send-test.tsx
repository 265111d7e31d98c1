import { useState, type FormEvent } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { errorsIn } from "@/components/ui/field-errors";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { sendTestBriefing } from "@/lib/client/daily-messages";
import { briefingTestSchema } from "@/lib/contracts/briefings";
import { editorMessages } from "@/lib/messages/admin";
import { briefingMessages, briefingPreviewMessages as messages } from "@/lib/messages/briefings";
import { useAdminAction } from "../use-admin-action";

export type SendTestProps = { date: string; message: string };

/** Sends the message to the editor by email, text, or both, without saving it. */
export function SendTest({ date, message }: SendTestProps) {
  const [email, setEmail] = useState("");
  const [phoneNumber, setPhoneNumber] = useState("");
  const { submit, isBusy, errors, setErrors, failure } = useAdminAction({
    run: sendTestBriefing,
    changes: [],
    describe: (sent) => sent,
    formId: "test",
    unexplained: briefingMessages.emailNotSent,
  });
  const check = (event: FormEvent) => {
    event.preventDefault();
    const checked = briefingTestSchema.safeParse({
      date,
      message,
      ...(email.trim() === "" ? {} : { email }),
      ...(phoneNumber.trim() === "" ? {} : { phoneNumber }),
    });
    setErrors(errorsIn(checked));
    if (checked.success) submit(checked.data);
  };

  // The schema's message asks for the date in the API's format.
  const problemElsewhere = errors["date"] ? editorMessages.dateInvalid : errors["message"];

  return (
    <details className="border-t border-rule pt-1">
      <summary className="py-3 text-small font-medium">{messages.testTitle}</summary>
      <form noValidate onSubmit={check} className="mt-2 grid gap-4">
        <TextField
          id="test-email"
          label={messages.testEmail}
          error={errors["email"]}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
        <TextField
          id="test-phoneNumber"
          label={messages.testPhone}
          hint={messages.testPhoneHint}
          error={errors["phoneNumber"]}
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
          <ActionError className="mt-3">{problemElsewhere ?? failure}</ActionError>
        </div>
      </form>
    </details>
  );
}
