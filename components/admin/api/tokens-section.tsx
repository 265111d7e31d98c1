"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { apiTokens, outgoingWebhooks, revokeToken } from "@/lib/client/admin/api-access";
import { apiReferencePath, type TokenView } from "@/lib/contracts/admin/tokens";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear, formatRecentTimeHere } from "@/lib/calendar/format";
import { apiLabels, apiScreen as texts } from "@/lib/messages/admin/api";
import { ConfirmDialog } from "../shell/dialogs";
import { Loaded } from "../shell/loaded";
import { AdminSection } from "../shell/page";
import { useAdminAction } from "../use-admin-action";
import { NewTokenDialog } from "./new-token-dialog";
import { ShownOnce } from "./shown-once";

/** The tokens that programs use to call the API. */
export function TokensSection() {
  const query = useQuery(apiTokens());
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  return (
    <AdminSection
      id="tokens"
      title={texts.tokens}
      // The tabs above end in a line.
      className="[&>div:first-child]:border-t-0 [&>div:first-child]:pt-0"
      action={
        <Button size="sm" onClick={() => setCreating(true)}>
          {texts.newToken}
        </Button>
      }
    >
      <p className="mb-4 max-w-[44rem] text-label text-ink-2">
        {`${texts.tokensIntro} `}
        <a
          href={apiReferencePath}
          className="underline decoration-edge decoration-1 underline-offset-[.25em] hover:decoration-current"
        >
          {texts.reference}
        </a>
      </p>
      <Loaded query={query} label={texts.loadingTokens}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState title={texts.noTokensTitle}>{texts.noTokens}</EmptyState>
          ) : (
            <ul className="border-t border-rule">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && (
        <NewTokenDialog
          onClose={() => setCreating(false)}
          onCreated={({ token }) => {
            setCreating(false);
            setCreated(token);
          }}
        />
      )}
      {created !== undefined && (
        <ShownOnce label={texts.tokenLabel} value={created} onClose={() => setCreated(undefined)} />
      )}
    </AdminSection>
  );
}

function TokenRow({ token }: { token: TokenView }) {
  const [now] = useState(() => new Date());
  const [isAsking, setAsking] = useState(false);
  const { submit, isBusy, failure } = useAdminAction({
    run: revokeToken,
    changes: [apiTokens().queryKey, outgoingWebhooks().queryKey],
    describe: () => texts.revoked,
    failed: texts.failed,
  });
  const { id, name, hint, owner, scopes, expiresAt, lastUsedAt } = token;
  const facts = [
    texts.by(owner),
    lastUsedAt ? texts.lastUsed(formatRecentTimeHere(lastUsedAt, now)) : texts.neverUsed,
    expiresAt
      ? texts.expires(formatShortMonthDayYear(localDateAt(new Date(expiresAt))))
      : texts.neverExpires,
  ];
  return (
    <li className="flex items-start justify-between gap-6 border-b border-rule py-3.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 text-label">
          <b className="font-semibold break-words">{name}</b>
          <span className="font-mono text-fine text-ink-3">{`${hint}…`}</span>
        </p>
        <p className="mt-0.5 text-small text-ink-2">
          {scopes.map((scope) => apiLabels.scopes[scope]).join("; ") || texts.noScopes}
        </p>
        <p className="mt-0.5 text-small text-ink-3">{facts.join(" · ")}</p>
      </div>
      <Button
        variant="line"
        size="sm"
        aria-label={texts.revokeLabel(name)}
        onClick={() => setAsking(true)}
      >
        {texts.revoke}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.revokeTitle(name)}
          description={texts.revokeText}
          confirm={texts.revoke}
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => submit(id)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
