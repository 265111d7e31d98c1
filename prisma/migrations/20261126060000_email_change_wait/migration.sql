-- Without `current_email`, an older version stored the request: there, confirming ends it.
ALTER TABLE email_changes
  ADD COLUMN current_email TEXT,
  ADD COLUMN told_at TIMESTAMPTZ(3),
  ADD COLUMN approved_at TIMESTAMPTZ(3),
  ADD COLUMN ended_at TIMESTAMPTZ(3),
  ADD COLUMN outcome TEXT;

-- compatible: older versions never write these columns
ALTER TABLE email_changes
  ADD CONSTRAINT email_changes_outcome_check
    CHECK ((outcome IS NULL) = (ended_at IS NULL)
      AND outcome IN ('applied', 'stopped', 'withdrawn', 'taken')) NOT VALID;
ALTER TABLE email_changes VALIDATE CONSTRAINT email_changes_outcome_check;
