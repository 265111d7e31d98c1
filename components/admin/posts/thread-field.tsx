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

/** Which earlier posts the article leads to, by words that an editor can correct. */
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
