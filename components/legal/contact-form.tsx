import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { TextField } from "@/components/ui/text-field";
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
      <TextField id="name" label={name} name="name" autoComplete="name" required />
      <TextField id="email" label={email} name="email" type="email" autoComplete="email" required />
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
