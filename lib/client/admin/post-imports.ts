import {
  postImportEndpoint,
  postImportLineSchema,
  type PostImportReport,
  type PostResult,
} from "@/lib/contracts/admin/post-imports";
import { adminRequest } from "../admin";
import { FetchError } from "../fetcher";

/** An export of another site. */
export type ArchiveFile = {
  file: File;
  /** Where the site is, as it was typed. */
  site: string;
};

/**
 * Imports the posts of another site.
 *
 * @param options.apply otherwise, nothing changes
 * @param options.onPost gets each post when it's there
 * @throws FetchError; TypeError when the connection breaks, also in the middle
 */
export async function importPosts(
  { file, site }: ArchiveFile,
  { apply, onPost }: { apply: boolean; onPost: (post: PostResult) => void },
): Promise<PostImportReport> {
  const query = new URLSearchParams({ apply: String(apply) });
  if (site.trim() !== "") query.set("site", site);
  const url = `${postImportEndpoint}?${query.toString()}`;
  const response = await adminRequest(url, { method: "POST", body: file });
  for await (const line of linesOf(response)) {
    const read = postImportLineSchema.parse(JSON.parse(line));
    if ("report" in read) return read.report;
    if ("error" in read) throw new FetchError(500, read.error.message, read.error.code, line);
    onPost(read.post);
  }
  throw new TypeError("the answer broke off");
}

/** The lines of an answer while it arrives, without empty ones. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const lines = `${rest}${part.value}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter(Boolean);
  }
}
