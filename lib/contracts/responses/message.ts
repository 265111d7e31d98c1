import { z } from "zod";

/** A call that worked and has nothing else to say. */
export const messageSchema = z.object({
  message: z.string().describe("What to tell the person"),
});

/** A login or logout that worked. */
export const successSchema = messageSchema.extend({ success: z.literal(true) });
