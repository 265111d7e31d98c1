"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { Spinner } from "@/components/ui/spinner";
import { useFocusOnError } from "@/components/ui/field-errors";
import { confirmLoginEnrollment, loginEnrollment, takeLoginStep } from "@/lib/client/admin";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { adminLoginStepsScreen as messages } from "@/lib/messages/admin-security";
import type { LoginStage, LoginStepEvents } from "../use-login";
import { CodeForm } from "./code-form";
import { EnrollmentKey } from "./enrollment-key";
import { NewPasswordForm } from "./new-password-form";
import { RecoveryCodes } from "./recovery-codes";

export const stepTexts = {
  code: { title: messages.codeTitle, intro: messages.codeIntro },
  "two-factor": { title: messages.twoFactorTitle, intro: messages.twoFactorIntro },
  "recovery-codes": { title: messages.recoveryTitle, intro: messages.recoveryIntro },
  password: { title: messages.passwordTitle, intro: messages.passwordIntro },
} as const;

export type LoginStepProps = {
  stage: Exclude<LoginStage, { step: "credentials" }>;
  events: LoginStepEvents;
};

/** The form of a login's step after the password. */
export function LoginStep({ stage, events }: LoginStepProps) {
  if (stage.step === "recovery-codes") {
    return <RecoveryCodes codes={stage.codes} onSaved={() => events.onProgress(stage.next)} />;
  }
  return (
    <div className="grid gap-4">
      {stage.step === "two-factor" ? (
        <TwoFactorStep events={events} />
      ) : (
        <SimpleStep stage={stage} events={events} />
      )}
      <div>
        <Button variant="quiet" className="px-0!" onClick={events.onStartOver}>
          {messages.startOver}
        </Button>
      </div>
    </div>
  );
}

type SimpleStage = Extract<LoginStage, { step: "code" } | { step: "password" }>;

function SimpleStep({ stage, events }: { stage: SimpleStage; events: LoginStepEvents }) {
  const id = `login-${stage.step}`;
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: takeLoginStep,
    onSuccess: events.onProgress,
    onError: events.onError,
  });
  useFocusOnError([id], error);
  const form = { id, error: events.describe(error) };
  if (stage.step === "code") {
    return (
      <CodeForm {...form} label={messages.code} onSubmit={(code) => mutate({ code })}>
        <ContinueButton isBusy={isBusy} />
      </CodeForm>
    );
  }
  return (
    <NewPasswordForm
      {...form}
      isBusy={isBusy}
      username={stage.username}
      hasSecondFactor={stage.hasSecondFactor}
      onSubmit={(password) => mutate({ password })}
    />
  );
}

function ContinueButton({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="button-row">
      <SubmitButton size="lg" isBusy={isBusy} disabled={isBusy} className="min-w-44">
        {messages.submit}
      </SubmitButton>
    </div>
  );
}

const enrollmentId = "login-two-factor";

function TwoFactorStep({ events }: { events: LoginStepEvents }) {
  const { data, error: startError } = useQuery(loginEnrollment());
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: confirmLoginEnrollment,
    onSuccess: events.onEnrolled,
    onError: events.onError,
  });
  useFocusOnError([enrollmentId], error);
  const { onError } = events;
  useEffect(() => {
    if (startError) onError(startError);
  }, [startError, onError]);
  if (!data) return <Spinner label={messages.preparing} />;
  return (
    <div className="grid gap-6">
      <EnrollmentKey {...data} />
      <CodeForm
        id={enrollmentId}
        label={messages.newCode}
        error={events.describe(error)}
        onSubmit={mutate}
      >
        <ContinueButton isBusy={isBusy} />
      </CodeForm>
    </div>
  );
}
