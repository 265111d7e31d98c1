import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { leave, presence } from "@/lib/client/admin/history";
import { historyMessages } from "@/lib/messages/admin/history";

/** Which other editors have the same thing open. `subject` is like `post:12`. */
export function AlsoHere({ subject }: { subject: string }) {
  const { data: others = [] } = useQuery(presence(subject));
  useEffect(() => () => void leave(subject), [subject]);
  const names = new Intl.ListFormat("en-US").format(others);
  return (
    <output className="text-small text-ink-3">
      {others.length > 0 && historyMessages.alsoHere(names, others.length > 1)}
    </output>
  );
}
