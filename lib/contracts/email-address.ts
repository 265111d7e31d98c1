import { z } from "zod";

/** What is said of a text that is no e-mail address (spec, section 5). */
export const invalidEmailSentence = "Please enter a valid email address";

/** An e-mail address as typed, without the spaces around it. */
export const emailAddressSchema = z
  .string({ error: invalidEmailSentence })
  .trim()
  .max(254, invalidEmailSentence)
  .pipe(z.email({ error: invalidEmailSentence }));
