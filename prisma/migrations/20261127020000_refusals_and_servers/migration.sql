ALTER TABLE provider_rate_limits ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;

ALTER TABLE delivery_batches ADD COLUMN refused_at TIMESTAMPTZ(3);

ALTER TABLE workers ADD COLUMN server_started_at TIMESTAMPTZ(6);
