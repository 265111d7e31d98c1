import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { dailyMessage } from "@/lib/client/daily-messages";
import { forgetDraft } from "@/lib/client/drafts";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { isLocalDate } from "@/lib/contracts/calendar";
import { datedDay } from "./days";
import { useKeptMessages, type KeptMessage, type Typed } from "./drafts";
import type { OpenCard } from "./open-card";

/** What was typed and not saved, offered back. */
export function UnsavedNotice({ onOpen }: { onOpen: (card: OpenCard) => void }) {
  const kept = useKeptMessages();
  const resume = useResume(onOpen);
  if (kept.length === 0) return null;
  return (
    <section aria-label="Unsaved text" className="mt-6 border-l-[3px] border-accent bg-accent-tint">
      <ul>
        {kept.map((each) => (
          <li
            key={each.name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4.5 py-3 text-label"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-medium">Not saved yet: {nameOf(each.value)}</span>
              <span className="line-clamp-2 text-ink-2 wrap-anywhere">{each.value.message}</span>
            </span>
            <span className="flex gap-5">
              <Button
                variant="quiet"
                size="sm"
                isBusy={resume.isBusy && resume.variables?.name === each.name}
                onClick={() => resume.mutate(each)}
              >
                Continue
              </Button>
              <Button variant="quiet" size="sm" onClick={() => forgetDraft(each.name)}>
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the card with what was typed; a message that is saved, as it is saved now. */
function useResume(onOpen: (card: OpenCard) => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ name: draftName, value: { saved, date } }: KeptMessage) => {
      if (!saved) return { saved, date, draftName };
      const asItWas = () => saved;
      const current = await queryClient.fetchQuery(dailyMessage(saved.id)).catch(asItWas);
      return { saved: current, draftName };
    },
    onSuccess: onOpen,
  });
}

function nameOf({ saved, date }: Typed): string {
  const day = isLocalDate(date) ? datedDay(date) : "no date";
  return saved ? `changes to the message of ${datedDay(saved.date)}` : `new message, ${day}`;
}
