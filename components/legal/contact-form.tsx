import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { contactMessages } from "@/lib/messages/site";

const { name, email, message, submit } = contactMessages;

/**
 * Posts straight to the form service in a new tab; our server isn't involved.
 *
 * @param action URL of the form service
 */
export function ContactForm({ action }: { action: string }) {
  return (
    <form action={action} method="POST" target="_blank" className="grid max-w-[31rem] gap-6">
      <Field id="name" label={name}>
        {(control) => <Input {...control} name="name" autoComplete="name" required />}
      </Field>
      <Field id="email" label={email}>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="email" required />
        )}
      </Field>
      <Field id="message" label={message}>
        {(control) => <Textarea {...control} name="message" rows={8} required />}
      </Field>
      <div>
        <Button type="submit" size="lg">
          {submit}
        </Button>
      </div>
    </form>
  );
}
