import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { dailyMessage } from "@/lib/client/daily-messages";
import { deleteDraft } from "@/lib/client/drafts";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { isLocalDate } from "@/lib/contracts/calendar";
import { editorMessages } from "@/lib/messages/admin";
import { messageCardMessages } from "@/lib/messages/daily-messages";
import { shortDate } from "./days";
import {
  useMessageDrafts,
  type MessageDraft,
  type MessageFields,
  type OpenCard,
} from "./message-drafts";

const messages = messageCardMessages;

/** The drafts in this browser, to continue or discard. */
export function UnsavedDrafts({ onOpen }: { onOpen: (card: OpenCard) => void }) {
  const drafts = useMessageDrafts();
  const resume = useResume(onOpen);
  if (drafts.length === 0) return null;
  return (
    <section
      aria-label={messages.unsavedTitle}
      className="mt-6 border-l-[3px] border-accent bg-accent-tint"
    >
      <ul>
        {drafts.map((draft) => (
          <li
            key={draft.name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4.5 py-3 text-label"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-medium">{titleOf(draft.value)}</span>
              <span className="line-clamp-2 text-ink-2 wrap-anywhere">{draft.value.message}</span>
            </span>
            <span className="flex gap-5">
              <Button
                variant="quiet"
                size="sm"
                isBusy={resume.isBusy && resume.variables?.name === draft.name}
                onClick={() => resume.mutate(draft)}
              >
                {editorMessages.continueDraft}
              </Button>
              <Button variant="quiet" size="sm" onClick={() => deleteDraft(draft.name)}>
                {editorMessages.discardDraft}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the card with a draft, over the message as it's saved now. */
function useResume(onOpen: (card: OpenCard) => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ name: draftName, value: { saved, date } }: MessageDraft) => {
      if (!saved) return { saved, date, draftName };
      const current = await queryClient.fetchQuery(dailyMessage(saved.id)).catch(() => saved);
      return { saved: current, draftName };
    },
    onSuccess: onOpen,
  });
}

function titleOf({ saved, date }: MessageFields): string {
  if (saved) return messages.unsavedChanges(shortDate(saved.date));
  return isLocalDate(date) ? messages.unsavedNew(shortDate(date)) : messages.unsavedUndated;
}
