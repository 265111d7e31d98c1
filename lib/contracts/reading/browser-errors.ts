import { z } from "zod";

/** Body of `POST /api/browser-errors`: an error that nothing in the page handled. */
export const browserErrorSchema = z.object({
  name: z.string(),
  message: z.string(),
  /** As the browser writes it. */
  stack: z.string(),
  /** Of the page, without its query. */
  path: z.string(),
  /** The version of the page's scripts. */
  release: z.string().regex(/^[\w.+-]{1,40}$/),
});

export type BrowserError = z.output<typeof browserErrorSchema>;
