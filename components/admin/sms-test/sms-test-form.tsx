"use client";

import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { sendTestText } from "@/lib/client/sms-test";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { contentScreen } from "@/lib/messages/posts";
import { smsTestMessages } from "@/lib/messages/sms-test";
import { reasonOf } from "../failure";

const messages = smsTestMessages;
const { success, error: failure, testSms } = contentScreen;

/** Sends a test text to a number. */
export function SmsTestForm() {
  const [phoneNumber, setPhoneNumber] = useState("");
  const fail = (description: string) =>
    notify({ title: failure, description, variant: "destructive" });
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: sendTestText,
    onSuccess: () => notify({ title: success, description: messages.sent }),
    onError: (error) => fail(messages.failed(reasonOf(error))),
  });
  return (
    <form
      noValidate
      aria-label={testSms}
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
          label="Phone number"
          hint="With the country code, no plus sign, digits only, such as 14155550123."
        >
          {(control) => (
            <Input
              {...control}
              type="tel"
              autoComplete="off"
              value={phoneNumber}
              onChange={(event) => setPhoneNumber(event.target.value)}
              className="tabular-nums"
            />
          )}
        </Field>
      </div>
      <SubmitButton isBusy={isBusy} busyLabel="Sending" className="min-w-40">
        Send test text
      </SubmitButton>
    </form>
  );
}
