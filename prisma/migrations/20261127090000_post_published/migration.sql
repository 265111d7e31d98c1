ALTER TABLE posts ADD COLUMN published_at TIMESTAMPTZ(3);

-- blocking: a few thousand posts at most
UPDATE posts SET published_at = created_at WHERE NOT is_draft AND local_date <= current_date;
