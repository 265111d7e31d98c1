import { z } from "zod";
import { apiTokenMessages } from "../../messages/admin/api";
import { permissionSchema } from "../roles";
import { currentPassword } from "./security";

export const tokenEndpoints = {
  list: "/api/admin/tokens",
  one: (id: number) => `/api/admin/tokens/${id}`,
} as const;

/** The API reference. */
export const apiReferencePath = "/api-reference";

/** How every token begins, so that people and secret scanners recognize it. */
export const tokenPrefix = "tl_";

/** How long a token can be valid, in days; null means that it doesn't expire. */
export const tokenLifetimes = [30, 90, 365, null] as const;

/** How many valid tokens one administrator can have. */
export const maxTokensPerAdmin = 20;

export const newTokenSchema = z.object({
  name: z
    .string({ error: apiTokenMessages.nameRequired })
    .trim()
    .min(1, apiTokenMessages.nameRequired)
    .max(100, apiTokenMessages.nameTooLong),
  scopes: z
    .array(permissionSchema, { error: apiTokenMessages.scopeRequired })
    .min(1, apiTokenMessages.scopeRequired),
  lifetimeDays: z
    .union(
      tokenLifetimes.map((days) => z.literal(days)),
      { error: apiTokenMessages.lifetimeInvalid },
    )
    .describe("Days until it expires; null if it doesn't"),
});

export type NewToken = z.output<typeof newTokenSchema>;

/** Body of `POST /api/admin/tokens`. */
export const createTokenSchema = newTokenSchema.extend({ currentPassword });

export type CreateToken = z.output<typeof createTokenSchema>;

export const tokenSchema = z.object({
  id: z.int(),
  name: z.string(),
  hint: z.string().describe("Its first characters, such as `tl_x7Kd2f`"),
  owner: z.string().describe("The administrator it acts as"),
  scopes: z
    .array(permissionSchema)
    .describe("What it may do with the administrator's current role"),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
});

export type TokenView = z.output<typeof tokenSchema>;

export const createdTokenSchema = tokenSchema.extend({
  token: z.string().describe("The token itself, which isn't shown again"),
});

export type CreatedToken = z.output<typeof createdTokenSchema>;
