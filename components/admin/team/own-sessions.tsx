"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { endOtherSessions, endSession, ownSessions } from "@/lib/client/admin/team";
import type { OwnSessionsView } from "@/lib/contracts/admin/team";
import { formatRecentTimeHere } from "@/lib/calendar/format";
import { ownSessionsPanel as messages } from "@/lib/messages/admin/team";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { useAdminAction } from "../use-admin-action";

// Team counts sessions, too.
const changes = [ownSessions().queryKey, ["admin", "team"]];

/** The browsers that the administrator is logged in with, each with a button that logs it out. */
export function OwnSessions() {
  const query = useQuery(ownSessions());
  const [now] = useState(() => new Date());
  const { submit, isBusy, failure } = useAdminAction({
    run: endOtherSessions,
    changes,
    describe: (message) => message,
  });
  const hasOthers = (query.data?.sessions.length ?? 0) > 1;
  return (
    <AdminSection
      id="your-sessions"
      title={messages.title}
      action={
        hasOthers && (
          <Button variant="quiet" size="sm" isBusy={isBusy} onClick={() => submit()}>
            {messages.endOthers}
          </Button>
        )
      }
    >
      <ActionError className="pb-4">{failure}</ActionError>
      <Loaded query={query} label={messages.loading}>
        {({ sessions }) => (
          <ul className="border-t border-rule">
            {sessions.map((session) => (
              <SessionRow key={session.handle} session={session} now={now} />
            ))}
          </ul>
        )}
      </Loaded>
    </AdminSection>
  );
}

type SessionRowProps = { session: OwnSessionsView["sessions"][number]; now: Date };

function SessionRow({ session, now }: SessionRowProps) {
  const { handle, network, lastSeenAt, isCurrent } = session;
  const browser = session.browser ?? messages.unknownBrowser;
  const { submit, isBusy, failure } = useAdminAction({
    run: endSession,
    changes,
    describe: (message) => message,
  });
  const when = isCurrent ? messages.now : formatRecentTimeHere(lastSeenAt, now);
  return (
    <li className="flex items-center justify-between gap-4 border-b border-rule py-3">
      <div className="min-w-0 text-label">
        <p className="font-medium">{browser}</p>
        <p className="text-small text-ink-3">{network === null ? when : `${network} · ${when}`}</p>
        <ActionError>{failure}</ActionError>
      </div>
      {isCurrent ? (
        <Badge>{messages.thisSession}</Badge>
      ) : (
        <Button
          variant="line"
          size="sm"
          aria-label={messages.endLabel(browser)}
          isBusy={isBusy}
          onClick={() => submit(handle)}
        >
          {messages.end}
        </Button>
      )}
    </li>
  );
}
