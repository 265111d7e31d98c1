import { z } from "zod";

/** A call that worked, and nothing more to say than that. */
export const messageSchema = z.object({
  message: z.string().describe("What to tell the person"),
});

/** A login or logout that worked. */
export const successSchema = messageSchema.extend({ success: z.literal(true) });
