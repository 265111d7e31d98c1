import { z } from "zod";
import { sentences } from "./sentences";

const largestDatabaseInteger = 2_147_483_647;

/** A row's number as it stands in a path or query: `"12"` → `12`. */
export const idSchema = z
  .string({ error: sentences.http.invalidId })
  .regex(/^[1-9]\d{0,9}$/, sentences.http.invalidId)
  .transform(Number)
  .refine((id) => id <= largestDatabaseInteger, sentences.http.invalidId);

/** Parameters of an address that ends in a row's number. */
export const idParamsSchema = z.object({ id: idSchema });
