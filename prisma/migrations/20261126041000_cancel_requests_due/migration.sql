-- Few subscriptions have a request, and the worker looks for them every few seconds.
CREATE INDEX CONCURRENTLY subscriptions_end_requests_idx ON subscriptions (end_next_attempt_at)
  WHERE end_next_attempt_at IS NOT NULL;
