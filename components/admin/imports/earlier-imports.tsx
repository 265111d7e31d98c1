import { AdminSection } from "@/components/admin/shell/page";
import { Button } from "@/components/ui/button";
import type { ImportSummary } from "@/lib/contracts/admin/imports";
import { formatDateTimeHere } from "@/lib/calendar/format";
import { importScreen as messages } from "@/lib/messages/admin/imports";
import { formatCount } from "@/lib/messages/counts";

/** Files that were uploaded before; one that isn't imported yet can be continued. */
export function EarlierImports(props: {
  imports: readonly ImportSummary[];
  onOpen: (id: number) => void;
}) {
  const { imports, onOpen } = props;
  return (
    <AdminSection id="earlier-imports" title={messages.earlier} className="mt-14">
      {imports.length === 0 ? (
        <p className="border-t border-rule pt-4 text-label text-ink-3">{messages.noneYet}</p>
      ) : (
        <ul className="border-t border-rule">
          {imports.map((each) => (
            <EarlierImport key={each.id} summary={each} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </AdminSection>
  );
}

function EarlierImport(props: { summary: ImportSummary; onOpen: (id: number) => void }) {
  const { id, fileName, by, state, total, createdAt, undoneAt, startedAt } = props.summary;
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-3 text-label sm:grid-cols-[2fr_1fr_auto_2fr] sm:items-center">
      <Button
        variant="quiet"
        size="sm"
        className="justify-self-start [overflow-wrap:anywhere]"
        aria-label={messages.open(fileName)}
        onClick={() => props.onOpen(id)}
      >
        {fileName}
      </Button>
      <span className="text-ink-2">{by}</span>
      <span className="text-ink-2 tabular-nums">{formatCount(total)}</span>
      <span className="text-ink-2">
        {messages.states[state]}, {formatDateTimeHere(undoneAt ?? startedAt ?? createdAt)}
      </span>
    </li>
  );
}
