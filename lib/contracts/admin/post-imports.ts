import { z } from "zod";
import { postImportMessages as messages } from "../../messages/admin/post-imports";
import { errorBodySchema } from "../primitives";

export const postImportEndpoint = "/api/posts/import";

/** Where the posts are now: with https unless http is typed, and without a trailing slash. */
export const formerSiteSchema = z
  .string()
  .overwrite((text) => {
    const address = text.trim().replace(/\/+$/, "");
    return /^\w+:\/\//.test(address) ? address : `https://${address}`;
  })
  .pipe(z.url({ protocol: /^https?$/, error: messages.siteInvalid }));

export const postImportQuerySchema = z.object({
  site: formerSiteSchema
    .optional()
    .describe(
      "Where the posts are now, such as `https://news.example`. Required for a Ghost export; with it, links between the posts lead to the imported ones",
    ),
  apply: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .describe("Without it, the answer says what would be imported, and nothing changes"),
});

/** What was done with a post, or would be. */
const resultSchema = z.object({
  date: z.iso.date(),
  title: z.string(),
  path: z.string().describe("Of its page on the former site"),
  isDraft: z.boolean(),
  slug: z.string().nullable().describe("Null in a dry run"),
  images: z.int().describe("Copied into the library, or in a dry run, all"),
  draftReason: z.string().nullable().describe("Why it's a draft although it was published"),
  failedImages: z
    .array(z.string())
    .describe("A sentence for each image that couldn't be fetched and stays where it is"),
});

export type PostResult = z.output<typeof resultSchema>;

const reportSchema = z.object({
  added: z.int(),
  drafts: z.int().describe("Of those added"),
  unchanged: z.int().describe("Imported before"),
  images: z.int(),
  leftOut: z.array(z.string()).describe("What isn't a post, such as `About (page)`"),
});

export type PostImportReport = z.output<typeof reportSchema>;

/** A line of an import: one for each post, and at the end the report. */
export type PostImportLine = { post: PostResult } | { report: PostImportReport };

/** A line of the answer, which ends with the report or an error. */
export const postImportLineSchema = z.union([
  z.object({ post: resultSchema }),
  z.object({ report: reportSchema }),
  z.object({ error: errorBodySchema }),
]);
