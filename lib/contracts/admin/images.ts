import { z } from "zod";
import { imageProblems } from "../../messages/admin/images";
import { toSingleLine } from "../clean-text";
import { imageFormats } from "../reading/image-address";
import { imageLimits } from "../limits";
import { idSchema, limitSchema } from "../primitives";

export const imageEndpoints = {
  list: "/api/images",
  one: (id: number) => `/api/images/${id}`,
} as const;

/** Images on a page of the list, by default. */
export const imagePageSize = 24;

/** Posts that an image's `usedIn` names at most. */
export const mostUsesListed = 3;

const alt = z
  .string({ error: imageProblems.altTooLong(imageLimits.altLength) })
  .overwrite(toSingleLine)
  .max(imageLimits.altLength, imageProblems.altTooLong(imageLimits.altLength));

/** The body of an upload: the bytes of the file. */
export const fileSchema = z
  .custom<Uint8Array>((body) => body instanceof Uint8Array)
  .meta({ override: { type: "string", format: "binary" } });

/** The query of an upload. */
export const imageUploadQuerySchema = z.object({
  name: z
    .string({ error: imageProblems.nameRequired })
    .overwrite(toSingleLine)
    .min(1, imageProblems.nameRequired)
    .overwrite((name) => name.slice(-200))
    .describe("The file's name; of a longer one, the last 200 characters"),
  alt: alt.default("").describe("What it shows"),
});

/** The body of `PUT /api/images/{id}`. */
export const imageUpdateSchema = z.object({ alt });

export const imageListQuerySchema = z.object({
  q: z.string().trim().max(200).optional().describe("Part of a name or an alt text"),
  use: z.enum(["all", "unused"]).default("all"),
  before: idSchema.optional().describe("The id of the last image of the previous page"),
  limit: limitSchema.optional().describe(`1 to 500; ${imagePageSize} by default`),
});

export type ImageListQuery = z.output<typeof imageListQuerySchema>;

export const imageSchema = z.object({
  id: z.int(),
  url: z.string().describe("`/images/{key}/1280x720.png`: for Markdown"),
  name: z.string().describe("Of the uploaded file"),
  alt: z.string(),
  width: z.int().describe("In pixels"),
  height: z.int(),
  format: z.enum(imageFormats).describe("Of the file at `url`"),
  sizeBytes: z.int().describe("Of all its files"),
  uploadedBy: z.string().describe("Username"),
  uploadedAt: z.iso.datetime(),
  isUsed: z.boolean().describe("In a post, an earlier version of one, or a sent email"),
  useCount: z.int().describe("How many posts show it"),
  usedIn: z
    .array(z.object({ id: z.int(), title: z.string() }))
    .describe(`The newest ${mostUsesListed} of these posts`),
});

export type ImageView = z.output<typeof imageSchema>;

/** The answer of `DELETE /api/images`. */
export const clearedImagesSchema = z.object({ deleted: z.int() });
