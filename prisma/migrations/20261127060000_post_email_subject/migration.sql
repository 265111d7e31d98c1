ALTER TABLE posts ADD COLUMN email_subject TEXT;
