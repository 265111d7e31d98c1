-- Who had a trial or subscription, after their account was deleted.
CREATE TABLE past_trials (
  hash          TEXT NOT NULL,
  subscribed_at TIMESTAMPTZ(3) NOT NULL,
  erased_at     TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (hash, erased_at)
);
