CREATE INDEX CONCURRENTLY subscriptions_next_plan_idx ON subscriptions (next_plan_at)
  WHERE next_plan IS NOT NULL;
