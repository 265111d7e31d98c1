import { z } from "zod";

/** What every failed call answers (decisions, "Wire details"): `message` is for the person. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string().optional(),
  field: z.string().optional(),
});

/** What every failed call answers. */
export type ErrorBody = z.infer<typeof errorBodySchema>;
