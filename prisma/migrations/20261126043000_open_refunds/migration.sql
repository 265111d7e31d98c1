-- Today lists the few refunds and disputes that nobody has reviewed.
CREATE INDEX CONCURRENTLY payments_open_refunds_idx ON payments (paddle_subscription_id)
  WHERE refund_reviewed_at IS NULL AND (refunded_at IS NOT NULL OR charged_back_at IS NOT NULL);
