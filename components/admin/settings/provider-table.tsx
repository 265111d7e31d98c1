import { formatRecentTimeHere } from "@/lib/calendar/format";
import type { StatusView } from "@/lib/contracts/admin/settings";
import { settingsMessages, settingsScreen } from "@/lib/messages/admin/settings";
import { AdminSection } from "../shell/page";
import { headClass } from "./table-classes";

const texts = settingsScreen.providers;

const cellClass = "border-b border-rule py-2.5 pr-4 text-left font-normal last:pr-0";

/** Only briefings and events count: until the first one, nothing is known about a provider. */
function stateOf(lastUsedAt: string | null) {
  if (lastUsedAt !== null) return texts.working;
  return <span className="text-ink-3">{texts.unknown}</span>;
}

/** Whether each provider takes what we send, and when it was last used. */
export function ProviderTable({
  status: { providers, now },
}: {
  status: Pick<StatusView, "providers" | "now">;
}) {
  const isSandbox = providers.some((provider) => provider.isSandbox);
  return (
    <AdminSection id="providers" title={texts.title}>
      <table className="w-full border-t border-rule text-label">
        <thead>
          <tr>
            {[texts.provider, texts.state, texts.lastUsed].map((name) => (
              <th key={name} scope="col" className={headClass}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {providers.map(({ name, pauseReason, lastUsedAt }) => (
            <tr key={name}>
              <th scope="row" className={cellClass}>
                {settingsMessages.providers[name]}
              </th>
              <td className={cellClass}>
                {pauseReason === null ? (
                  stateOf(lastUsedAt)
                ) : (
                  <span className="font-medium text-alarm">
                    {settingsMessages.pauseReasons[pauseReason] ?? settingsMessages.slowedDown}
                  </span>
                )}
              </td>
              <td className={`${cellClass} tabular-nums`}>
                {lastUsedAt === null
                  ? texts.never
                  : formatRecentTimeHere(lastUsedAt, new Date(now))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isSandbox && <p className="mt-3 text-small text-ink-3">{texts.sandboxText}</p>}
    </AdminSection>
  );
}
