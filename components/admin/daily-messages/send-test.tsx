import { useState, type FormEvent } from "react";
import { notify } from "../../feedback/notify";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { SubmitButton } from "../../ui/submit-button";
import { sendTestBriefing } from "@/lib/client/daily-messages";
import { serverMessage } from "@/lib/client/fetcher";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { briefingTestSchema } from "@/lib/contracts/briefings";
import { briefingMessages } from "@/lib/messages/briefings";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";

const messages = dailyMessagesScreen;

/** What `TestToOneself` takes: the message as it stands in the form. */
export type TestToOneselfProps = { date: string; message: string };

/** Sends the message as it stands, by mail, by text or both, to the editor. */
export function TestToOneself({ date, message }: TestToOneselfProps) {
  const [email, setEmail] = useState("");
  const [phoneNumber, setPhoneNumber] = useState("");
  const [errors, setErrors] = useState<{ email?: string; phoneNumber?: string }>({});
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: sendTestBriefing,
    onSuccess: (sentence) => notify({ title: messages.successTitle, description: sentence }),
    onError: (error) =>
      notify({
        title: messages.errorTitle,
        description: serverMessage(error) ?? briefingMessages.mailNotSent,
        variant: "destructive",
      }),
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
    const found = Object.fromEntries(
      checked.error.issues.map(({ path, message: sentence }) => [String(path[0]), sentence]),
    );
    setErrors(found);
    document.getElementById(found["email"] ? "test-email" : "test-phone")?.focus();
  };

  return (
    <details className="border-t border-rule pt-4">
      <summary className="text-small font-medium">Send a test to yourself</summary>
      <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
        <Field id="test-email" label="Your email" error={errors.email}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <Field
          id="test-phone"
          label="Your phone"
          hint="With + and the country code."
          error={errors.phoneNumber}
        >
          {(control) => (
            <Input
              {...control}
              type="tel"
              autoComplete="tel"
              value={phoneNumber}
              onChange={({ target }) => setPhoneNumber(target.value)}
            />
          )}
        </Field>
        <div>
          <SubmitButton variant="line" size="sm" isBusy={isBusy} disabled={message.trim() === ""}>
            Send Test
          </SubmitButton>
        </div>
      </form>
    </details>
  );
}
