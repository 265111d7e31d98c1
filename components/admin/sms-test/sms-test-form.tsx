"use client";

import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { sendTestText } from "@/lib/client/sms-test";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { editorMessages } from "@/lib/messages/admin";
import { contentScreen } from "@/lib/messages/posts";
import { smsTestMessages } from "@/lib/messages/sms-test";
import { failureReason, notifyFailure } from "../failure-reason";
import { TestTextForm } from "./test-text-form";

const messages = smsTestMessages;

/** The Test SMS tab. */
export function SmsTestForm() {
  const [failure, setFailure] = useState<string>();
  const fail = (description: string) => {
    setFailure(description);
    notifyFailure(description);
  };
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: sendTestText,
    onMutate: () => setFailure(undefined),
    onSuccess: () => notify({ title: editorMessages.success, description: messages.sent }),
    onError: (error) => fail(messages.failed(failureReason(error))),
  });
  return (
    <TestTextForm
      label={contentScreen.testSms}
      hint={messages.hint}
      submitLabel={messages.send}
      isBusy={isBusy}
      failure={failure}
      onSubmit={(typed) => (typed === "" ? fail(messages.phoneRequired) : mutate(typed))}
      onTyping={() => setFailure(undefined)}
    />
  );
}
