"use client";

import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { sendTestText } from "@/lib/client/sms-test";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { editorMessages } from "@/lib/messages/admin";
import { contentScreen } from "@/lib/messages/posts";
import { smsTestMessages, testTextLabels } from "@/lib/messages/sms-test";
import { failureReason } from "../failure-reason";

const messages = smsTestMessages;

/** The Test SMS tab. */
export function SmsTestForm() {
  const [phoneNumber, setPhoneNumber] = useState("");
  const [failure, setFailure] = useState<string>();
  const fail = (description: string) => {
    setFailure(description);
    notify({ title: editorMessages.error, description, variant: "destructive" });
  };
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: sendTestText,
    onMutate: () => setFailure(undefined),
    onSuccess: () => notify({ title: editorMessages.success, description: messages.sent }),
    onError: (error) => fail(messages.failed(failureReason(error))),
  });
  return (
    <form
      noValidate
      aria-label={contentScreen.testSms}
      className="grid max-w-96 justify-items-start gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = phoneNumber.trim();
        if (typed === "") fail(messages.phoneRequired);
        else mutate(typed);
      }}
    >
      <div className="w-full">
        <Field
          id="test-phone"
          label={testTextLabels.phoneNumber}
          hint={messages.hint}
          error={failure}
        >
          {(control) => (
            <Input
              {...control}
              type="tel"
              autoComplete="off"
              value={phoneNumber}
              onChange={(event) => {
                setPhoneNumber(event.target.value);
                setFailure(undefined);
              }}
              className="tabular-nums"
            />
          )}
        </Field>
      </div>
      <SubmitButton
        isBusy={isBusy}
        busyLabel={testTextLabels.sending}
        className="min-w-40 max-sm:w-full"
      >
        {messages.send}
      </SubmitButton>
    </form>
  );
}
