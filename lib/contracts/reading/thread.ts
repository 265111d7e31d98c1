import { z } from "zod";

/** Earlier posts about the same thing. */
export const threadSchema = z.object({
  terms: z.array(z.string()).describe("What they share; an editor's, or chosen words"),
  posts: z
    .array(z.object({ slug: z.string(), title: z.string(), date: z.string() }))
    .describe("Most alike first, up to 3; `date` is YYYY-MM-DD"),
});

export type Thread = z.output<typeof threadSchema>;
