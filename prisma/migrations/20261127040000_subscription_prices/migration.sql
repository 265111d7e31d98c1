-- What each subscription costs, as Paddle says. Null for one that Paddle doesn't bill, and for others until
-- the next comparison with Paddle, at night.
ALTER TABLE subscriptions
  ADD COLUMN price BIGINT,
  ADD COLUMN currency TEXT,
  ADD COLUMN is_tax_added BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN is_discounted BOOLEAN NOT NULL DEFAULT false;
