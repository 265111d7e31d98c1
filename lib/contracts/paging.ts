import { z } from "zod";
import { sentences } from "./sentences";

const { invalidLimit } = sentences.http;

/** How many rows of a list are asked for, as it stands in a query: 1 to 500. */
export const limitSchema = z
  .string()
  .regex(/^\d{1,3}$/, invalidLimit)
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= 500, invalidLimit);
