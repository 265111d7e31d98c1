"use client";

import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { FetchError } from "@/lib/client/fetcher";
import { requestTestText } from "@/lib/client/sms-test";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { smsRequestScreen } from "@/lib/messages/sms-test";
import { TestTextForm } from "./test-text-form";

const messages = smsRequestScreen;

/** Sends a test text and shows the raw answer. */
export function SmsRequestForm() {
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
  const submit = (typed: string) => {
    if (typed === "") {
      fail(messages.phoneRequiredTitle, messages.phoneRequired);
    } else {
      mutate(typed.startsWith("+") ? typed : `+${typed}`);
    }
  };
  return (
    <>
      <TestTextForm
        label={messages.send}
        hint={messages.hint}
        submitLabel={messages.send}
        isBusy={isBusy}
        failure={failure}
        onSubmit={submit}
        onTyping={() => setFailure(undefined)}
      />
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
