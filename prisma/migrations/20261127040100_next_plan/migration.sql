-- The plan that a subscription changes to when it renews, and when that is.
ALTER TABLE subscriptions
  ADD COLUMN next_plan TEXT,
  ADD COLUMN next_plan_at TIMESTAMPTZ(3);
