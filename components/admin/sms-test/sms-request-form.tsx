"use client";

import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { FetchError } from "@/lib/client/fetcher";
import { requestTestText } from "@/lib/client/sms-test";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { smsRequestScreen, testTextLabels } from "@/lib/messages/sms-test";

const messages = smsRequestScreen;

/** Sends a test text and shows the raw answer. */
export function SmsRequestForm() {
  const [phoneNumber, setPhoneNumber] = useState("");
  const [result, setResult] = useState<unknown>(null);
  const [failure, setFailure] = useState<string>();
  const fail = (title: string, description: string) => {
    setFailure(description);
    notify({ title, description, variant: "destructive" });
  };
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: requestTestText,
    onMutate: () => {
      setResult(null);
      setFailure(undefined);
    },
    onSuccess: (answer) => {
      setResult(answer);
      notify({ title: messages.sentTitle, description: messages.sent });
    },
    onError: (error) => {
      const refusal = error instanceof FetchError ? error : null;
      setResult(
        refusal
          ? { status: refusal.status, message: refusal.userMessage, code: refusal.code }
          : { message: error.message },
      );
      const description = refusal
        ? refusal.userMessage || messages.failed
        : error.message || messages.unexpected;
      fail(messages.errorTitle, description);
    },
  });
  const submit = () => {
    const typed = phoneNumber.trim();
    if (typed === "") {
      fail(messages.phoneRequiredTitle, messages.phoneRequired);
    } else {
      mutate(typed.startsWith("+") ? typed : `+${typed}`);
    }
  };
  return (
    <>
      <form
        noValidate
        aria-label={messages.send}
        className="grid max-w-96 justify-items-start gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
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
                autoComplete="tel"
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
          className="min-w-44 max-sm:w-full"
        >
          {messages.send}
        </SubmitButton>
      </form>
      <div aria-live="polite" className="mt-10 empty:hidden">
        {result !== null && (
          <section aria-labelledby="sms-result" className="border-t border-ink pt-4">
            <h2 id="sms-result" className="text-h3">
              {messages.result}
            </h2>
            <pre className="mt-3 bg-well p-4 font-mono text-small break-words whitespace-pre-wrap">
              {JSON.stringify(result, null, 2)}
            </pre>
          </section>
        )}
      </div>
    </>
  );
}
