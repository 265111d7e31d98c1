import { useState } from "react";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { testTextLabels } from "@/lib/messages/sms-test";

type TestTextFormProps = {
  label: string;
  hint: string;
  submitLabel: string;
  isBusy: boolean;
  failure: string | undefined;
  /** Called with what was typed, trimmed. */
  onSubmit: (phoneNumber: string) => void;
  onTyping: () => void;
};

/** Asks for the number to send a test text to. */
export function TestTextForm(props: TestTextFormProps) {
  const [phoneNumber, setPhoneNumber] = useState("");
  return (
    <form
      noValidate
      aria-label={props.label}
      className="grid max-w-96 justify-items-start gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit(phoneNumber.trim());
      }}
    >
      <div className="w-full">
        <TextField
          id="test-phone"
          label={testTextLabels.phoneNumber}
          hint={props.hint}
          error={props.failure}
          type="tel"
          autoComplete="tel"
          value={phoneNumber}
          onChange={(value) => {
            setPhoneNumber(value);
            props.onTyping();
          }}
          className="tabular-nums"
        />
      </div>
      <SubmitButton
        isBusy={props.isBusy}
        busyLabel={testTextLabels.sending}
        className="min-w-44 max-sm:w-full"
      >
        {props.submitLabel}
      </SubmitButton>
    </form>
  );
}
