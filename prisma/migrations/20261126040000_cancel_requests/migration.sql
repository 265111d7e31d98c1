-- compatible: an older version neither writes these columns nor reads them. The function it shares
--   says the same as before for rows without a reason, and fewer people are served with one.

ALTER TABLE subscriptions
  ADD COLUMN end_reason TEXT,
  ADD COLUMN end_requested_at TIMESTAMPTZ(3),
  ADD COLUMN end_attempts INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN end_next_attempt_at TIMESTAMPTZ(3);

ALTER TABLE subscriptions
  ADD CONSTRAINT subscriptions_end_reason_check CHECK (end_reason IN ('chargeback', 'repeat_trial'))
    NOT VALID,
  ADD CONSTRAINT subscriptions_end_requested_check CHECK (
    (end_reason IS NULL) = (end_requested_at IS NULL)
    AND (end_reason IS NULL) = (end_next_attempt_at IS NULL)) NOT VALID;

-- Whether a subscription entitles to the briefing at an instant.
-- The same rule as isEntitled in lib/domain/billing/entitlement.ts.
CREATE OR REPLACE FUNCTION is_entitled(s subscriptions, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT s.stopped_at IS NULL AND (
    (s.status IN ('trialing', 'active', 'past_due') AND s.end_reason IS NULL
      AND (s.cancel_at IS NULL OR s.cancel_at > at))
    OR (s.status = 'canceled' AND s.access_ends_at > at))
$$;
