import { useQuery } from "@tanstack/react-query";
import { briefingChecks } from "@/lib/client/admin/briefing-checks";
import { useDebouncedValue } from "@/lib/client/use-debounced-value";
import type { BriefingChecksInput } from "@/lib/contracts/admin/briefing-checks";
import { isLocalDate } from "@/lib/calendar/days";
import { editorMessages } from "@/lib/messages/admin";
import { briefingChecksMessages as messages } from "@/lib/messages/admin/briefing-checks";
import { CheckRow } from "./check-row";

const typingPauseMs = 600;

export type BriefingChecksProps = BriefingChecksInput & { as: "h2" | "h3" };

/** What is wrong with a date's briefing, or should be looked at, before it's sent. */
export function BriefingChecks({ as: Heading, ...input }: BriefingChecksProps) {
  const checked = useDebouncedValue(input, typingPauseMs);
  const { data, isError, refetch } = useQuery({
    ...briefingChecks(checked),
    enabled: isLocalDate(input.date) && isLocalDate(checked.date),
    placeholderData: (before, query) =>
      query?.queryKey[1].date === checked.date ? before : undefined,
  });
  const checks = data ?? [];
  const count = (wanted: string) => checks.filter(({ state }) => state === wanted).length;
  const summary = messages.summary(count("failed"), count("ask"));
  return (
    <section aria-labelledby="checks">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-rule pb-2">
        <Heading id="checks" className="font-sans text-small text-ink-3">
          {messages.title}
        </Heading>
        <output className="text-small text-ink-3 tabular-nums">
          {checks.length > 0 && (summary || messages.allFine)}
        </output>
      </div>
      {isError && (
        <p role="alert" className="py-2.5 text-small text-alarm">
          {messages.failedToLoad}{" "}
          <button type="button" className="text-link" onClick={() => void refetch()}>
            {editorMessages.tryAgain}
          </button>
        </p>
      )}
      {checks.length > 0 ? (
        <ul>
          {checks.map((check) => (
            <CheckRow key={check.key} check={check} date={checked.date} />
          ))}
        </ul>
      ) : (
        !isError && <p className="py-2.5 text-small text-ink-3">{messages.empty}</p>
      )}
    </section>
  );
}
