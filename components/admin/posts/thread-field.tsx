import { TextField } from "@/components/ui/text-field";
import type { Thread } from "@/lib/contracts/reading/thread";
import { threadFieldMessages as messages } from "@/lib/messages/posts";

export type ThreadFieldProps = {
  /** As typed, separated by commas. */
  terms: string;
  /** What the saved post shows; undefined for a new one. */
  thread: Thread | undefined;
  error: string | undefined;
  onChange: (terms: string) => void;
};

/** The words that decide which earlier posts the article leads to; an editor can correct them. */
export function ThreadField({ terms, thread, error, onChange }: ThreadFieldProps) {
  const found = thread?.posts.map(({ title }) => `“${title}”`) ?? [];
  return (
    <TextField
      id="post-thread"
      label={messages.label}
      hint={found.length > 0 ? messages.found(found) : messages.hint}
      error={error}
      value={terms}
      onChange={onChange}
      placeholder={thread?.terms.join(", ")}
      autoComplete="off"
    />
  );
}
