CREATE TABLE imported_posts (
  source TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  post_id INTEGER REFERENCES posts (id) ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX imported_posts_path_idx ON imported_posts (path);
CREATE INDEX imported_posts_post_id_idx ON imported_posts (post_id);
