ALTER TABLE subscriber_imports ADD COLUMN country TEXT, ADD COLUMN notes JSONB NOT NULL DEFAULT '{}';
