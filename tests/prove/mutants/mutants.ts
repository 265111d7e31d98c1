import type { Edit } from "../sim/bundle";
import type { ScenarioName } from "../sim/scenarios";

/** A defect planted in a copy of our code, to see whether the simulator notices. */
export type Mutant = {
  name: string;
  edits: readonly Edit[];
  /** Changes to the database that go with it. */
  sql?: string;
  /** Where it shows, so that it's found sooner than among all worlds. */
  scenario?: ScenarioName;
};

const engine = (file: string, from: string, to: string): Edit => ({
  file: `lib/domain/delivery/engine/${file}.ts`,
  from,
  to,
});

/** Each removes one protection. `to` is the smallest change that does. */
export const mutants: readonly Mutant[] = [
  {
    name: "no fence",
    edits: [
      {
        file: "server/worker/worker-heartbeat.ts",
        from: "if (lost || sinceHeartbeat() > fenceMs) {",
        to: "if (performance.now() < 0) {",
      },
      engine("worker-lease", "if (rows.length === 0)", "if (rows.length < 0)"),
    ],
  },
  {
    name: "a worker that knows of lost commits just ends",
    scenario: "failover",
    edits: [
      {
        file: "server/worker/worker-heartbeat.ts",
        from: "        lost = true;\n        await detectRestore(ctx);\n",
        to: "        lost = true;\n",
      },
      {
        file: "server/worker/worker-heartbeat.ts",
        from: "if (lost) await detectRestore(ctx);",
        to: "",
      },
    ],
  },
  {
    name: "a claim waits for nobody after a failover",
    scenario: "failover",
    edits: [
      engine(
        "worker-lease",
        "AND other.server_started_at <> pg_postmaster_start_time())",
        "AND other.server_started_at IS NULL)",
      ),
    ],
  },
  {
    name: "a hold holds nothing",
    scenario: "failover",
    edits: [
      engine(
        "worker-lease",
        "AND NOT EXISTS (SELECT 1 FROM restores WHERE released_at IS NULL)",
        "",
      ),
      engine("claim", "AND NOT EXISTS (SELECT 1 FROM restores WHERE released_at IS NULL)", ""),
      engine("dispatch", "AND NOT EXISTS (SELECT 1 FROM restores WHERE released_at IS NULL)", ""),
    ],
  },
  {
    name: 'the first "not found" is trusted',
    edits: [
      engine(
        "resolve-unknown-outcomes",
        "if (!isStable || attempt.endedSecondsAgo < waitS || !isComplete) return { found, isFinal: false };",
        "if (found.length < pending.length) return { found, isFinal: true };",
      ),
    ],
  },
  {
    name: "a search that lags is trusted",
    edits: [
      engine(
        "resolve-unknown-outcomes",
        "if (!isCurrent) return { found, isFinal: false };",
        "if (!isCurrent && found.length > 0) return { found, isFinal: false };",
      ),
    ],
  },
  {
    name: "a partial search is trusted",
    edits: [
      engine("resolve-unknown-outcomes", "waitS || !isComplete)", "waitS)"),
      engine("resolve-unknown-outcomes", "isFinal: again.isComplete && isSame", "isFinal: isSame"),
    ],
  },
  {
    name: "a partial match releases the rest",
    scenario: "badMorning",
    edits: [
      engine(
        "resolve-unknown-outcomes",
        "if (isPartial && !isSms) return { found, isFinal: false };",
        "",
      ),
    ],
  },
  {
    name: "a probe on one stream vouches for another",
    scenario: "unreliableSearch",
    edits: [
      engine(
        "resolve-unknown-outcomes",
        'sendProbe(probeTag(attemptId), "broadcast")',
        'sendProbe(probeTag(attemptId), "transactional")',
      ),
    ],
  },
  {
    name: "only the database's clock is believed",
    scenario: "clockStep",
    edits: [
      {
        file: "lib/platform/clock.ts",
        from: "Math.min(followed(), machine?.() ?? Infinity)",
        to: "followed()",
      },
    ],
  },
  {
    name: "the shared text rate isn't kept",
    edits: [
      engine(
        "provider-rate-limit",
        "greatest(provider_rate_limits.next_send_at, now()) + make_interval",
        "now() + make_interval",
      ),
    ],
  },
  {
    name: "an answer from before the search is complete is trusted",
    scenario: "searchRecovers",
    edits: [
      engine(
        "resolve-unknown-outcomes",
        "const again = await findPending(ctx, batch, pending);",
        "const again = { found, isComplete };",
      ),
    ],
  },
  {
    name: "a deleted account's number is forgotten at once",
    edits: [
      {
        file: "lib/domain/delivery/subscriber/subscriber-deliveries.ts",
        from: "AND state = 'finalized' AND recipients ?",
        to: "AND recipients ?",
      },
    ],
  },
  {
    name: "claims don't exclude each other",
    edits: [
      engine(
        "claim",
        "AND id = ${batch.batchId} AND state = 'ready'\n      FOR NO KEY UPDATE",
        "AND id = ${batch.batchId}\n      FOR NO KEY UPDATE",
      ),
    ],
    sql: "DROP INDEX send_attempts_one_open_key",
  },
  {
    name: "tags that can't be derived",
    edits: [engine("send-messages", "tag: deliveryTag(key) }", "tag: attemptId }")],
  },
  {
    name: "the clock is read in the middle of a call",
    scenario: "slowClock",
    edits: [
      {
        file: "lib/platform/clock.ts",
        from: "function earliest({ reading, receivedAt }: Sample, moment: number): number {",
        to: "function earliest({ reading, requestedAt, receivedAt: at }: Sample, moment: number): number {\n  const receivedAt = (requestedAt + at) / 2;",
      },
    ],
  },
  {
    name: "late results overwrite rows that are settled",
    edits: [
      engine(
        "record",
        "AND d.subscriber_id = r.subscriber_id AND (d.state = 'pending'",
        "AND d.subscriber_id = r.subscriber_id AND (true",
      ),
      engine("record", "AND (r.state = 'accepted' OR a.state = 'sending')", ""),
    ],
  },
  {
    name: "reports don't resolve pending rows",
    edits: [
      {
        file: "lib/domain/delivery/reports/record-reports.ts",
        from: "is_open AND message_id IS NOT NULL AS is_found",
        to: "false AS is_found",
      },
    ],
  },
  {
    name: "suppressions aren't checked at the claim",
    scenario: "heldUp",
    edits: [engine("claim", "ELSE p.reason", "ELSE NULL")],
  },
  {
    name: "entitlement isn't checked at the claim",
    edits: [engine("claim", "WHEN NOT coalesce((", "WHEN false AND NOT coalesce((")],
  },
  {
    name: "no holdover for people who move",
    scenario: "moving",
    edits: [
      {
        file: "lib/domain/delivery/schedule/timezone-holdover.ts",
        from: "return isOverInNewZone && now.getTime() < closesAtMs(from) ? localDate : null;",
        to: "return isOverInNewZone && now.getTime() < closesAtMs(from) ? null : null;",
      },
    ],
  },
  {
    name: "a holdover isn't stored",
    scenario: "moving",
    edits: [
      {
        file: "lib/domain/delivery/subscriber/change-timezone.ts",
        from: ", ...holdoverAfterMove(current, timezone, now) },",
        to: ", ...(now.getTime() < 0 && holdoverAfterMove(current, timezone, now)) },",
      },
    ],
  },
  {
    name: "an unknown outcome is sent again without asking",
    edits: [engine("retry-policy", 'next: "unknown" };', 'next: "ready" };')],
  },
  {
    name: "a dead worker's batch is sent again without asking",
    edits: [
      engine(
        "dispatch",
        "SET state = 'unknown', ended_at = now(), error = 'worker lost'",
        "SET state = 'finalized', ended_at = now(), error = 'worker lost'",
      ),
      engine(
        "dispatch",
        "SET state = 'unknown', last_reason = 'worker_lost'",
        "SET state = 'ready', last_reason = 'worker_lost'",
      ),
    ],
  },
  {
    name: "closing gives up on unknown outcomes",
    scenario: "atTheEnd",
    edits: [engine("close", "(over.state = 'ready' OR ${overForMs >= askForMs})", "true")],
  },
  {
    name: "unsent rows are deleted instead of marked",
    scenario: "away",
    edits: [
      engine(
        "close",
        "SELECT subscriber_id FROM unsent WHERE has_moved\n    ), dropped AS (",
        "SELECT subscriber_id FROM unsent WHERE false\n    ), dropped AS (",
      ),
      engine(
        "close",
        "WHERE has_moved AND NOT was_unknown AND d.local_date = ${localDate}::date",
        "WHERE d.local_date = ${localDate}::date",
      ),
      engine("close", "WHERE (has_moved IS NOT TRUE OR was_unknown) AND", "WHERE false AND"),
    ],
  },
  {
    name: "what was owed more than an hour ago is forgotten",
    scenario: "away",
    edits: [
      engine(
        "owed",
        "closesAt <= now &&",
        "closesAt <= now && now.getTime() - closesAt.getTime() < 3_600_000 &&",
      ),
    ],
  },
  {
    name: "texts expire after ten hours",
    scenario: "slowCarrier",
    edits: [
      engine("send-messages", "const smsValidityS = 45 * 60;", "const smsValidityS = 36_000;"),
    ],
  },
  {
    name: "a lookup that was overtaken concludes",
    scenario: "overtaken",
    edits: [
      engine(
        "resolve-unknown-outcomes",
        "OR lookup_count = ${attempt.lookupCount})",
        "OR ${attempt.lookupCount} >= 0)",
      ),
    ],
  },
  {
    name: "a late lookup doesn't reopen an outcome",
    scenario: "overtaken",
    edits: [
      engine("resolve-unknown-outcomes", "batch.state = 'ready' AND (SELECT", "false AND (SELECT"),
    ],
  },
  {
    name: "a report about one email says nothing about its call",
    scenario: "contradicted",
    edits: [
      {
        file: "lib/domain/delivery/reports/record-reports.ts",
        from: "FROM written WHERE is_found GROUP BY batch_id",
        to: "FROM written WHERE false AND is_found GROUP BY batch_id",
      },
    ],
  },
  {
    name: "a row in doubt is deleted when its recipient moves",
    scenario: "movesInDoubt",
    edits: [
      {
        file: "lib/domain/delivery/engine/claim.ts",
        from: "AND NOT batch.was_unknown THEN 'moved'",
        to: "THEN 'moved'",
      },
    ],
  },
  {
    name: "a text that only a report tells of isn't looked for",
    scenario: "reported",
    edits: [
      {
        file: "lib/domain/delivery/engine/look-up.ts",
        from: "(d.state = 'accepted' AND d.attempt_id IS NULL",
        to: "(false AND d.state = 'accepted' AND d.attempt_id IS NULL",
      },
    ],
  },
  {
    name: "only earlier known texts are looked for",
    scenario: "partialSearch",
    edits: [
      engine(
        "look-up",
        "    ...(await listKnownTexts(ctx, batch, Prisma.sql`started_at > ${instant} ORDER BY started_at`)),\n",
        "",
      ),
    ],
  },
  {
    name: "the provider's clock may not be behind",
    scenario: "unreliableSearch",
    edits: [
      engine(
        "look-up",
        "const providerClockMarginMs = 2 * 60_000;",
        "const providerClockMarginMs = 0;",
      ),
    ],
  },
  {
    name: "misses aren't reported",
    scenario: "away",
    edits: [engine("close", "if (missed.length === 0) return true;", "if (missed) return true;")],
  },
  {
    name: "planning doesn't look for existing rows",
    edits: [
      engine(
        "plan",
        "SELECT true FROM deliveries d\n          WHERE d.local_date",
        "SELECT true FROM deliveries d\n          WHERE false AND d.local_date",
      ),
      engine(
        "plan",
        `ON CONFLICT (local_date, channel, subscriber_id) DO UPDATE
        SET timezone = excluded.timezone, batch_id = excluded.batch_id,
          edition_id = excluded.edition_id, state = 'pending', reason = NULL, finalized_at = NULL
        WHERE \${isLeftBehind(slot)}`,
        "",
      ),
    ],
    sql: "ALTER TABLE deliveries DROP CONSTRAINT deliveries_pkey",
  },
  {
    name: "the attempt isn't written before the call",
    edits: [
      engine(
        "claim",
        "FROM batch WHERE EXISTS (SELECT 1 FROM outcome WHERE exclusion IS NULL)",
        "FROM batch WHERE false",
      ),
    ],
  },
  {
    name: "a refusal of everyone counts as theirs",
    edits: [engine("retry-policy", "isAmbiguous(each) && !isSecond", "false && isAmbiguous(each)")],
  },
  {
    name: "a refusal is never about its recipient",
    scenario: "crowd",
    edits: [
      engine("retry-policy", "!(lastAccepted > each.startedAt)", "lastAccepted !== 0"),
      engine("settle", "hasRefusal && batch.refusedAt", "false && batch.refusedAt"),
    ],
  },
  {
    name: "a number on two accounts gets two texts",
    edits: [
      engine(
        "claim",
        "WHEN h.subscriber_id IS NULL OR h.subscriber_id = c.subscriber_id THEN NULL",
        "WHEN true THEN NULL",
      ),
    ],
  },
  {
    name: "sending doesn't stop at 10:00",
    edits: [engine("send-batch", "&& clock.nowAtLatest() < batch.closesAt", "")],
  },
];
