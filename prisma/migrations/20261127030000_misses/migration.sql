-- compatible: an older version neither reads nor writes the new column, and leaves the versions of a
--   message that it deletes, which nobody reads by then.

-- The provider's own code of a failure that it reported later, such as Twilio's 30007.
ALTER TABLE deliveries ADD COLUMN provider_code TEXT;

-- The versions of a deleted message say whether it could have been sent before.
ALTER TABLE revisions DROP CONSTRAINT revisions_daily_message_id_fkey;

-- Whether a subscription entitled to the briefing at an instant in the past, as far as is still known:
-- `is_entitled` before what has been stopped, canceled, or ended since.
CREATE FUNCTION was_entitled(s subscriptions, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (s.stopped_at IS NULL OR s.stopped_at > at) AND (
    (s.status IN ('trialing', 'active', 'past_due')
      AND (s.end_requested_at IS NULL OR s.end_requested_at > at)
      AND (s.cancel_at IS NULL OR s.cancel_at > at))
    OR (s.status = 'canceled' AND s.access_ends_at > at))
$$;
