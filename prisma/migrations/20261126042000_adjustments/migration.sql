-- Refunds, disputes, and their reversals, as Paddle last reported each of them.
CREATE TABLE adjustments (
  paddle_adjustment_id   TEXT PRIMARY KEY,
  paddle_transaction_id  TEXT NOT NULL,
  paddle_subscription_id TEXT,
  action                 TEXT NOT NULL,
  status                 TEXT NOT NULL,
  is_full                BOOLEAN NOT NULL,
  total                  BIGINT NOT NULL,
  subtotal               BIGINT NOT NULL,
  currency               TEXT,
  changed_at             TIMESTAMPTZ(3) NOT NULL,
  occurred_at            TIMESTAMPTZ(6) NOT NULL,
  event_id               TEXT NOT NULL,
  CONSTRAINT adjustments_amounts_check CHECK (total >= 0 AND subtotal >= 0)
);
CREATE INDEX adjustments_paddle_transaction_id_idx ON adjustments (paddle_transaction_id);
CREATE INDEX adjustments_paddle_subscription_id_idx ON adjustments (paddle_subscription_id);

ALTER TABLE payments
  ADD COLUMN total BIGINT,
  ADD COLUMN charged_back_at TIMESTAMPTZ(3),
  ADD COLUMN refund_reviewed_at TIMESTAMPTZ(3);
