-- The whole schema in one migration. prisma/schema.prisma explains the tables and columns; comments
-- here cover what Prisma can't express: checks, functions, expression indexes, storage, triggers.

CREATE SCHEMA IF NOT EXISTS public;

-- Trigrams, for the search in posts. A trusted extension: the database's owner can create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;

-- Tables: subscribers -----------------------------------------------------------------------------

CREATE TABLE subscribers (
  id                SERIAL PRIMARY KEY,
  email             TEXT NOT NULL,
  payment_email     TEXT,
  name              TEXT,
  phone             TEXT,
  timezone          TEXT NOT NULL DEFAULT 'America/New_York',
  holdover_date     DATE,
  holdover_timezone TEXT,
  email_enabled     BOOLEAN NOT NULL DEFAULT true,
  sms_enabled       BOOLEAN NOT NULL DEFAULT false,
  sms_consent_at    TIMESTAMPTZ(3),
  paused_from       DATE,
  paused_until      DATE,
  unreachable_since DATE,
  created_at        TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at        TIMESTAMPTZ(3)
);

CREATE TABLE phone_changes (
  subscriber_id INTEGER PRIMARY KEY,
  phone         TEXT NOT NULL,
  code_hash     TEXT NOT NULL,
  attempts      INTEGER NOT NULL DEFAULT 0,
  expires_at    TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE email_changes (
  id            SERIAL PRIMARY KEY,
  subscriber_id INTEGER NOT NULL,
  email         TEXT NOT NULL,
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at    TIMESTAMPTZ(3) NOT NULL,
  confirmed_at  TIMESTAMPTZ(3)
);

CREATE TABLE subscriber_notes (
  id            SERIAL PRIMARY KEY,
  subscriber_id INTEGER NOT NULL,
  author        TEXT NOT NULL,
  body          TEXT NOT NULL,
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE consents (
  id            SERIAL PRIMARY KEY,
  subscriber_id INTEGER NOT NULL,
  kind          TEXT NOT NULL,
  wording       TEXT NOT NULL,
  phone         TEXT,
  ip_address    TEXT,
  user_agent    TEXT,
  granted_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE consent_proofs (
  id           SERIAL PRIMARY KEY,
  kind         TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  wording      TEXT NOT NULL,
  network      TEXT,
  granted_at   TIMESTAMPTZ(3) NOT NULL,
  ended_at     TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE suppressions (
  id         SERIAL PRIMARY KEY,
  channel    TEXT NOT NULL,
  address    TEXT NOT NULL,
  reason     TEXT NOT NULL,
  source     TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE subscriber_imports (
  id             SERIAL PRIMARY KEY,
  actor          TEXT NOT NULL,
  file_name      TEXT NOT NULL,
  content        TEXT,
  source         TEXT NOT NULL,
  columns        JSONB NOT NULL,
  fixes          JSONB NOT NULL DEFAULT '{}',
  default_status TEXT,
  state          TEXT NOT NULL DEFAULT 'checked',
  total          INTEGER NOT NULL DEFAULT 0,
  processed      INTEGER NOT NULL DEFAULT 0,
  added          INTEGER NOT NULL DEFAULT 0,
  updated        INTEGER NOT NULL DEFAULT 0,
  unchanged      INTEGER NOT NULL DEFAULT 0,
  rejected       INTEGER NOT NULL DEFAULT 0,
  created_at     TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  started_at     TIMESTAMPTZ(3),
  finished_at    TIMESTAMPTZ(3),
  undone_at      TIMESTAMPTZ(3)
);

CREATE TABLE imported_people (
  import_id     INTEGER NOT NULL,
  subscriber_id INTEGER NOT NULL,
  before        JSONB,
  stored_at     TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (import_id, subscriber_id)
);

CREATE TABLE onboarding_records (
  id                     SERIAL PRIMARY KEY,
  uid                    TEXT NOT NULL,
  subscriber_id          INTEGER,
  paddle_customer_id     TEXT,
  paddle_subscription_id TEXT,
  phone                  TEXT,
  phone_tries            INTEGER NOT NULL DEFAULT 0,
  sms_consent_at         TIMESTAMPTZ(3),
  confirmation_text      TEXT,
  terms_agreed_at        TIMESTAMPTZ(3),
  completed_at           TIMESTAMPTZ(3),
  address_changes        INTEGER NOT NULL DEFAULT 0,
  created_at             TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at             TIMESTAMPTZ(3)
);

CREATE TABLE address_confirmations (
  id            SERIAL PRIMARY KEY,
  onboarding_id INTEGER NOT NULL,
  subscriber_id INTEGER NOT NULL,
  email         TEXT NOT NULL,
  timezone      TEXT NOT NULL,
  ip_address    TEXT NOT NULL,
  user_agent    TEXT,
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at    TIMESTAMPTZ(3) NOT NULL,
  confirmed_at  TIMESTAMPTZ(3)
);

-- Tables: billing ---------------------------------------------------------------------------------

CREATE TABLE subscriptions (
  id                     SERIAL PRIMARY KEY,
  subscriber_id          INTEGER,
  paddle_subscription_id TEXT,
  paddle_customer_id     TEXT,
  status                 TEXT NOT NULL,
  plan                   TEXT,
  first_charge_at        TIMESTAMPTZ(3),
  next_charge_at         TIMESTAMPTZ(3),
  cancel_at              TIMESTAMPTZ(3),
  canceled_at            TIMESTAMPTZ(3),
  access_ends_at         TIMESTAMPTZ(3),
  stopped_at             TIMESTAMPTZ(3),
  paddle_occurred_at     TIMESTAMPTZ(6),
  paddle_event_id        TEXT,
  created_at             TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at             TIMESTAMPTZ(3)
);

CREATE TABLE paddle_customers (
  id          TEXT PRIMARY KEY,
  email       TEXT NOT NULL,
  name        TEXT,
  occurred_at TIMESTAMPTZ(6) NOT NULL,
  event_id    TEXT NOT NULL
);

CREATE TABLE payments (
  paddle_transaction_id  TEXT PRIMARY KEY,
  paddle_subscription_id TEXT,
  period_ends_at         TIMESTAMPTZ(3),
  refunded_at            TIMESTAMPTZ(3)
);

CREATE TABLE money_events (
  key text PRIMARY KEY,
  subscription_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('state', 'charge', 'refund', 'failure', 'request')),
  occurred_at timestamptz(6) NOT NULL,
  status text,
  plan text,
  yearly bigint,
  cancel_at timestamptz(3),
  amount bigint,
  currency text,
  reason text,
  attempts integer,
  is_derived boolean NOT NULL DEFAULT false,
  CHECK ((kind = 'state') = (status IS NOT NULL)),
  CHECK ((kind IN ('charge', 'refund', 'failure')) = (amount IS NOT NULL)),
  CHECK (yearly >= 0 AND amount >= 0)
);

CREATE TABLE money_changes (
  key text PRIMARY KEY,
  subscription_id text NOT NULL,
  kind text NOT NULL,
  occurred_at timestamptz(6) NOT NULL,
  day date NOT NULL,
  old_status text,
  status text,
  old_plan text,
  plan text,
  currency text,
  old_yearly bigint NOT NULL,
  yearly bigint NOT NULL,
  amount bigint NOT NULL,
  reason text,
  cohort date
);

CREATE TABLE money_days (
  id bigserial PRIMARY KEY,
  day date NOT NULL,
  kind text NOT NULL,
  old_status text,
  status text,
  old_plan text,
  plan text,
  currency text,
  reason text,
  cohort date,
  movement text CHECK (movement IN ('new', 'expansion', 'contraction', 'churned')),
  changes integer NOT NULL,
  old_counted integer NOT NULL,
  counted integer NOT NULL,
  old_yearly bigint NOT NULL,
  yearly bigint NOT NULL,
  amount bigint NOT NULL
);

CREATE TABLE money_checks (
  id bigserial PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  currency text NOT NULL,
  paying integer NOT NULL,
  paddle_paying integer NOT NULL,
  yearly bigint NOT NULL,
  paddle_yearly bigint NOT NULL,
  moving integer NOT NULL
);

CREATE TABLE erasures (
  hash      TEXT PRIMARY KEY,
  erased_at TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE choices (
  id      UUID PRIMARY KEY,
  kind    TEXT NOT NULL,
  subject TEXT NOT NULL,
  address TEXT,
  paused_from  DATE,
  paused_until DATE,
  at      TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE billing_runs (
  key             TEXT PRIMARY KEY,
  completed_at    TIMESTAMPTZ(3),
  next_attempt_at TIMESTAMPTZ(3) NOT NULL
);

-- Tables: login -----------------------------------------------------------------------------------

CREATE TABLE login_tokens (
  id            SERIAL PRIMARY KEY,
  subscriber_id INTEGER NOT NULL,
  token_hash    TEXT NOT NULL,
  nonce_hash    TEXT,
  expires_at    TIMESTAMPTZ(3) NOT NULL,
  consumed_at   TIMESTAMPTZ(3),
  consumed_by   TEXT,
  session_id    UUID,
  replaced_at   TIMESTAMPTZ(3),
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE sessions (
  id            UUID PRIMARY KEY,
  kind          TEXT NOT NULL,
  admin_id      INTEGER,
  subscriber_id INTEGER,
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at  TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at    TIMESTAMPTZ(3) NOT NULL,
  revoked_at    TIMESTAMPTZ(3),
  device_id     INTEGER
);

CREATE TABLE admins (
  id            SERIAL PRIMARY KEY,
  username      TEXT NOT NULL,
  display_name  TEXT,
  role          TEXT NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'editor', 'support')),
  email         TEXT,
  password_hash TEXT NOT NULL,
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at    TIMESTAMPTZ(3),
  disabled_at   TIMESTAMPTZ(3),
  must_change_password BOOLEAN NOT NULL DEFAULT false,
  totp_secret    TEXT,
  totp_candidate TEXT,
  totp_last_step INTEGER
);

CREATE TABLE admin_invitations (
  id            SERIAL PRIMARY KEY,
  email         TEXT NOT NULL,
  role          TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'support')),
  token_hash    TEXT NOT NULL,
  invited_by_id INTEGER,
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at       TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at    TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE stored_settings (
  key        TEXT PRIMARY KEY,
  value      JSONB NOT NULL,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE admin_logins (
  token_hash       TEXT PRIMARY KEY,
  admin_id         INTEGER NOT NULL,
  is_factor_passed BOOLEAN NOT NULL DEFAULT false,
  wrong_codes      INTEGER NOT NULL DEFAULT 0,
  created_at       TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at       TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE admin_devices (
  id            SERIAL PRIMARY KEY,
  admin_id      INTEGER NOT NULL,
  token_hash    TEXT NOT NULL,
  description   TEXT NOT NULL,
  network       TEXT,
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_login_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at    TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE admin_recovery_codes (
  code_hash TEXT PRIMARY KEY,
  admin_id  INTEGER NOT NULL
);

CREATE TABLE saved_views (
  id         SERIAL PRIMARY KEY,
  admin_id   INTEGER NOT NULL,
  name       TEXT NOT NULL,
  query      TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Tables: content ---------------------------------------------------------------------------------

-- What readers search. A title counts more. The index of a text holds a megabyte; 100,000 characters
-- always fit.
CREATE FUNCTION post_search(title text, plain_text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  setweight(to_tsvector('english', title), 'A') || to_tsvector('english', left(plain_text, 100000));

-- The uploaded images that a text shows, by their keys. `imageKeysOf` in lib/contracts/reading/image-address.ts
-- finds the same ones.
CREATE FUNCTION image_keys(content text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
  FROM regexp_matches(content, '/images/([0-9a-f]{20})/', 'g') AS found
$$;

CREATE TABLE images (
  id         SERIAL PRIMARY KEY,
  key        TEXT NOT NULL CHECK (key ~ '^[0-9a-f]{20}$'),
  name       TEXT NOT NULL,
  alt        TEXT NOT NULL DEFAULT '',
  width      INTEGER NOT NULL CHECK (width > 0),
  height     INTEGER NOT NULL CHECK (height > 0),
  format     TEXT NOT NULL CHECK (format IN ('jpg', 'png')),
  size_bytes INTEGER NOT NULL,
  actor      TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  chosen_at  TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE posts (
  id         SERIAL PRIMARY KEY,
  slug       TEXT NOT NULL,
  title      TEXT NOT NULL,
  local_date DATE NOT NULL,
  content    TEXT NOT NULL,
  preview    TEXT NOT NULL DEFAULT '',
  plain_text TEXT NOT NULL DEFAULT '',
  search     TSVECTOR GENERATED ALWAYS AS (post_search(title, plain_text)) STORED,
  image_keys TEXT[] GENERATED ALWAYS AS (image_keys(content)) STORED,
  read_time  INTEGER NOT NULL,
  is_draft   BOOLEAN NOT NULL DEFAULT false,
  thread_terms TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TIMESTAMPTZ(3),
  deleted_at TIMESTAMPTZ(3)
);

-- In the row itself: a search for a phrase reads it for every post with the words.
ALTER TABLE posts ALTER COLUMN search SET STORAGE MAIN;

CREATE TABLE post_words (
  word TEXT PRIMARY KEY
);

CREATE TABLE daily_messages (
  id         SERIAL PRIMARY KEY,
  local_date DATE NOT NULL,
  message    TEXT NOT NULL,
  is_active  BOOLEAN NOT NULL DEFAULT true,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TIMESTAMPTZ(3)
);

CREATE TABLE revisions (
  id               SERIAL PRIMARY KEY,
  post_id          INTEGER,
  daily_message_id INTEGER,
  number           INTEGER NOT NULL,
  content          JSONB NOT NULL,
  image_keys       TEXT[] GENERATED ALWAYS AS (image_keys(content ->> 'content')) STORED,
  actor            TEXT,
  created_at       TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE briefing_approvals (
  local_date DATE NOT NULL,
  version    TEXT NOT NULL,
  actor      TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (local_date, version)
);

CREATE TABLE editor_presence (
  subject  TEXT NOT NULL,
  admin_id INTEGER NOT NULL,
  seen_at  TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (subject, admin_id)
);

CREATE TABLE check_waivers (
  id         SERIAL PRIMARY KEY,
  local_date DATE NOT NULL,
  key        TEXT NOT NULL,
  reason     TEXT NOT NULL,
  actor      TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now()
);

CREATE TABLE link_checks (
  url        TEXT PRIMARY KEY,
  state      TEXT NOT NULL,
  detail     TEXT,
  checked_at TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE page_versions (
  subject TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);

INSERT INTO page_versions (subject, version) VALUES ('posts', 1), ('daily_messages', 1);

-- Tables: delivery --------------------------------------------------------------------------------

CREATE TABLE editions (
  id               SERIAL PRIMARY KEY,
  local_date       DATE NOT NULL,
  number           INTEGER NOT NULL,
  daily_message_id INTEGER NOT NULL,
  post_id          INTEGER,
  content_hash     TEXT NOT NULL,
  sms_text         TEXT NOT NULL,
  email_subject    TEXT NOT NULL,
  email_html       TEXT NOT NULL,
  email_text       TEXT NOT NULL,
  image_keys       TEXT[] GENERATED ALWAYS AS (image_keys(email_html)) STORED,
  created_at       TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE delivery_slots (
  id         SERIAL PRIMARY KEY,
  local_date DATE NOT NULL,
  timezone   TEXT NOT NULL,
  channel    TEXT NOT NULL,
  edition_id INTEGER,
  opens_at   TIMESTAMPTZ(3) NOT NULL,
  closes_at  TIMESTAMPTZ(3) NOT NULL,
  planned_at TIMESTAMPTZ(3),
  closed_at  TIMESTAMPTZ(3)
);

CREATE TABLE delivery_batches (
  id              BIGSERIAL PRIMARY KEY,
  slot_id         INTEGER NOT NULL,
  size            INTEGER NOT NULL,
  state           TEXT NOT NULL DEFAULT 'ready',
  failures        INTEGER NOT NULL DEFAULT 0,
  last_reason     TEXT,
  next_attempt_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Partitioned by month, as deliveries and webhook_events are. No foreign key: a partition couldn't be
-- attached or dropped without locking the batches.
CREATE TABLE send_attempts (
  id            UUID NOT NULL,
  local_date    DATE NOT NULL,
  batch_id      BIGINT NOT NULL,
  worker_id     UUID NOT NULL,
  state         TEXT NOT NULL DEFAULT 'sending',
  recipients    JSONB,
  accepted      INTEGER NOT NULL DEFAULT 0,
  failed        INTEGER NOT NULL DEFAULT 0,
  error         TEXT,
  lookup_count  INTEGER NOT NULL DEFAULT 0,
  found_count   INTEGER,
  started_at    TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at      TIMESTAMPTZ(3),
  probe_sent_at TIMESTAMPTZ(3),
  sent_after    TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (id, local_date)
) PARTITION BY RANGE (local_date);

CREATE TABLE deliveries (
  local_date          DATE NOT NULL,
  channel             TEXT NOT NULL,
  subscriber_id       INTEGER NOT NULL,
  timezone            TEXT NOT NULL,
  batch_id            BIGINT NOT NULL,
  edition_id          INTEGER NOT NULL,
  state               TEXT NOT NULL DEFAULT 'pending',
  reason              TEXT,
  attempt_id          UUID,
  provider_message_id TEXT,
  finalized_at        TIMESTAMPTZ(3),
  provider_status     TEXT,
  PRIMARY KEY (local_date, channel, subscriber_id)
) PARTITION BY RANGE (local_date);

-- What each slot's ledger rows add up to, by outcome: the sum of `change`. Rows are only added, so that
-- batches never wait for each other's counters; the worker combines them now and then.
CREATE TABLE delivery_counts (
  id         BIGSERIAL PRIMARY KEY,
  local_date DATE NOT NULL,
  channel    TEXT NOT NULL,
  timezone   TEXT NOT NULL,
  state      TEXT NOT NULL,
  reason     TEXT,
  provider_status TEXT,
  change     INTEGER NOT NULL
);

-- Mornings that a subscriber missed through our fault, and what was done about each. Written when a slot
-- closes with unsent rows.
CREATE TABLE missed_days (
  local_date             DATE NOT NULL,
  subscriber_id          INTEGER NOT NULL,
  found_at               TIMESTAMPTZ(3) NOT NULL,
  state                  TEXT NOT NULL DEFAULT 'missed',
  skip_reason            TEXT,
  requested_by           TEXT,
  requested_at           TIMESTAMPTZ(3),
  paddle_subscription_id TEXT,
  charge_before          TIMESTAMPTZ(3),
  charge_after           TIMESTAMPTZ(3),
  finished_at            TIMESTAMPTZ(3),
  next_attempt_at        TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (local_date, subscriber_id)
);

-- How one date's emails ended, by the domain they went to. `other` stands for the domains with one person.
CREATE TABLE domain_counts (
  local_date DATE NOT NULL,
  domain     TEXT NOT NULL,
  sent       INTEGER NOT NULL,
  hard       INTEGER NOT NULL,
  soft       INTEGER NOT NULL,
  complaints INTEGER NOT NULL,
  words      TEXT,
  PRIMARY KEY (local_date, domain)
);

-- That someone opened a date's email or clicked a link in it. Only while tracking is on.
CREATE TABLE email_visits (
  local_date    DATE NOT NULL,
  subscriber_id INTEGER NOT NULL REFERENCES subscribers (id) ON UPDATE CASCADE ON DELETE CASCADE,
  kind          TEXT NOT NULL CHECK (kind IN ('open', 'machine_open', 'click')),
  link          TEXT NOT NULL,
  PRIMARY KEY (local_date, subscriber_id, kind, link)
);

CREATE INDEX email_visits_subscriber_id_idx ON email_visits (subscriber_id);

-- How many people did. Names no one.
CREATE TABLE email_visit_counts (
  local_date DATE NOT NULL,
  kind       TEXT NOT NULL,
  link       TEXT NOT NULL,
  people     INTEGER NOT NULL,
  PRIMARY KEY (local_date, kind, link)
);

-- Subscribers for whom a slot that is already planned may have become due. Planning removes them.
CREATE TABLE subscriber_changes (
  id            BIGSERIAL PRIMARY KEY,
  subscriber_id INTEGER NOT NULL
);

CREATE TABLE address_reservations (
  local_date    DATE NOT NULL,
  channel       TEXT NOT NULL,
  address_hash  BYTEA NOT NULL,
  subscriber_id INTEGER NOT NULL,
  PRIMARY KEY (local_date, channel, address_hash)
);

CREATE TABLE workers (
  id           UUID PRIMARY KEY,
  name         TEXT NOT NULL,
  host         TEXT NOT NULL,
  pid          INTEGER NOT NULL,
  started_at   TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  heartbeat_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ticked_at    TIMESTAMPTZ(3),
  stopped_at   TIMESTAMPTZ(3),
  mark         BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE restores (
  id              SERIAL PRIMARY KEY,
  cause           TEXT,
  highest_ids     JSONB NOT NULL,
  detected_at     TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  confirmed_at    TIMESTAMPTZ(3),
  reconciled_at   TIMESTAMPTZ(3),
  lookup_count    INTEGER NOT NULL DEFAULT 0,
  found_count     INTEGER NOT NULL DEFAULT 0,
  probe_sent_at   TIMESTAMPTZ(3),
  failures        INTEGER NOT NULL DEFAULT 0,
  error           TEXT,
  next_attempt_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  released_at     TIMESTAMPTZ(3)
);

CREATE TABLE found_messages (
  local_date          DATE NOT NULL,
  channel             TEXT NOT NULL,
  address_hash        BYTEA NOT NULL,
  provider_message_id TEXT NOT NULL,
  PRIMARY KEY (local_date, channel, address_hash)
);

-- Tables: outbox and limits -----------------------------------------------------------------------

CREATE TABLE notices (
  key             TEXT PRIMARY KEY,
  kind            TEXT NOT NULL,
  subscriber_id   INTEGER,
  recipient       TEXT NOT NULL,
  detail          JSONB,
  created_at      TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at         TIMESTAMPTZ(3),
  failures        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE operator_alerts (
  key             TEXT PRIMARY KEY,
  recipient       TEXT,
  subject         TEXT NOT NULL,
  body            TEXT NOT NULL,
  created_at      TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at         TIMESTAMPTZ(3),
  failures        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE provider_rate_limits (
  provider     TEXT PRIMARY KEY,
  next_send_at TIMESTAMPTZ(6) NOT NULL,
  paused_until TIMESTAMPTZ(3),
  pause_reason TEXT,
  unanswered   INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE rate_limits (
  key        TEXT PRIMARY KEY,
  hits       INTEGER NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL
);

-- Tables: records of what happened ----------------------------------------------------------------

CREATE TABLE webhook_events (
  id          BIGSERIAL,
  source      TEXT NOT NULL,
  event_id    TEXT NOT NULL,
  month       DATE NOT NULL,
  kind        TEXT NOT NULL,
  payload     JSONB NOT NULL,
  occurred_at TIMESTAMPTZ(6),
  received_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  report      JSONB,
  applied_at  TIMESTAMPTZ(3),
  problem     TEXT,
  PRIMARY KEY (source, event_id, month)
) PARTITION BY RANGE (month);

CREATE TABLE audit_events (
  id      BIGSERIAL PRIMARY KEY,
  at      TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor   TEXT NOT NULL,
  action  TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail  JSONB,
  salt        UUID NOT NULL DEFAULT gen_random_uuid(),
  detail_salt UUID DEFAULT gen_random_uuid(),
  position    BIGINT
);

CREATE TABLE api_tokens (
  id           SERIAL PRIMARY KEY,
  admin_id     INTEGER NOT NULL,
  name         TEXT NOT NULL,
  token_hash   TEXT NOT NULL,
  hint         TEXT NOT NULL,
  scopes       TEXT[] NOT NULL,
  created_at   TIMESTAMPTZ(3) NOT NULL,
  expires_at   TIMESTAMPTZ(3),
  last_used_at TIMESTAMPTZ(3),
  revoked_at   TIMESTAMPTZ(3)
);

CREATE TABLE webhook_endpoints (
  id                    SERIAL PRIMARY KEY,
  url                   TEXT NOT NULL,
  description           TEXT NOT NULL,
  events                TEXT[] NOT NULL,
  secret                TEXT NOT NULL,
  previous_secret       TEXT,
  previous_secret_until TIMESTAMPTZ(3),
  created_at            TIMESTAMPTZ(3) NOT NULL,
  disabled_at           TIMESTAMPTZ(3),
  disabled_reason       TEXT,
  token_id              INTEGER,
  failing_since         TIMESTAMPTZ(3)
);

CREATE TABLE webhook_messages (
  id   TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  at   TIMESTAMPTZ(3) NOT NULL,
  data JSONB NOT NULL
);

CREATE TABLE webhook_deliveries (
  id           BIGSERIAL PRIMARY KEY,
  endpoint_id  INTEGER NOT NULL,
  message_id   TEXT NOT NULL,
  tries        INTEGER NOT NULL DEFAULT 0,
  next_try_at  TIMESTAMPTZ(3),
  delivered_at TIMESTAMPTZ(3)
);

CREATE TABLE webhook_tries (
  id          BIGSERIAL PRIMARY KEY,
  delivery_id BIGINT NOT NULL,
  at          TIMESTAMPTZ(3) NOT NULL,
  status      INTEGER,
  error       TEXT,
  took_ms     INTEGER NOT NULL
);

CREATE TABLE audit_links (
  position     BIGINT PRIMARY KEY,
  event_id     BIGINT NOT NULL,
  at           TIMESTAMPTZ(3) NOT NULL,
  detail_hash  TEXT,
  content_hash TEXT NOT NULL,
  hash         TEXT NOT NULL
);

CREATE TABLE audit_checks (
  id       BIGSERIAL PRIMARY KEY,
  at       TIMESTAMPTZ(3) NOT NULL,
  entries  BIGINT NOT NULL,
  position BIGINT NOT NULL,
  hash     TEXT NOT NULL,
  problems JSONB NOT NULL
);

CREATE TABLE backups (
  id          SERIAL PRIMARY KEY,
  name        TEXT NOT NULL,
  finished_at TIMESTAMPTZ(3) NOT NULL,
  size_bytes  BIGINT CHECK (size_bytes >= 0),
  result      TEXT NOT NULL CHECK (result IN ('passed', 'failed', 'unchecked')),
  recorded_at TIMESTAMPTZ(3) NOT NULL
);

-- Check constraints -------------------------------------------------------------------------------

ALTER TABLE subscribers
  ADD CONSTRAINT subscribers_email_check CHECK (email ~ '^[^\s@]+@[^\s@]+$'),
  ADD CONSTRAINT subscribers_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  ADD CONSTRAINT subscribers_timezone_check CHECK (timezone IN
    ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Europe/London')),
  ADD CONSTRAINT subscribers_holdover_check CHECK ((holdover_date IS NULL) = (holdover_timezone IS NULL)),
  ADD CONSTRAINT subscribers_holdover_timezone_check CHECK (holdover_timezone IN
    ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Europe/London')),
  ADD CONSTRAINT subscribers_pause_check CHECK
    ((paused_from IS NULL) = (paused_until IS NULL) AND paused_from <= paused_until),
  -- Texts need a number and consent.
  ADD CONSTRAINT subscribers_sms_check CHECK
    (NOT sms_enabled OR (phone IS NOT NULL AND sms_consent_at IS NOT NULL));

ALTER TABLE missed_days ADD CONSTRAINT missed_days_state_check
  CHECK (state IN ('missed', 'requested', 'extended', 'skipped'));
ALTER TABLE phone_changes
  ADD CONSTRAINT phone_changes_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$');

ALTER TABLE email_changes
  ADD CONSTRAINT email_changes_email_check CHECK (email ~ '^[^\s@]+@[^\s@]+$');

ALTER TABLE consents
  ADD CONSTRAINT consents_kind_check CHECK (kind IN ('sms', 'terms')),
  ADD CONSTRAINT consents_wording_check CHECK (wording ~ '\S');

ALTER TABLE consent_proofs
  ADD CONSTRAINT consent_proofs_kind_check CHECK (kind IN ('sms', 'terms'));

ALTER TABLE suppressions
  ADD CONSTRAINT suppressions_channel_check CHECK (channel IN ('email', 'sms')),
  ADD CONSTRAINT suppressions_address_check CHECK (address = lower(address)),
  ADD CONSTRAINT suppressions_reason_check CHECK (reason IN
    ('stop', 'hard_bounce', 'spam_complaint', 'inactive', 'bad_number', 'landline', 'manual'));

ALTER TABLE subscriber_imports
  ADD CONSTRAINT subscriber_imports_state_check
    CHECK (state IN ('checked', 'running', 'done', 'undone'));

ALTER TABLE onboarding_records
  ADD CONSTRAINT onboarding_records_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  ADD CONSTRAINT onboarding_records_confirmation_text_check CHECK (confirmation_text IN
    ('sending', 'sent', 'unconfirmed', 'failed', 'limited', 'opted_out', 'refused'));

ALTER TABLE subscriptions
  ADD CONSTRAINT subscriptions_status_check CHECK (status IN
    ('trialing', 'active', 'past_due', 'paused', 'canceled')),
  ADD CONSTRAINT subscriptions_plan_check CHECK (plan IN ('monthly', 'annual'));

ALTER TABLE sessions
  ADD CONSTRAINT sessions_principal_check CHECK (
    (kind = 'admin' AND admin_id IS NOT NULL AND subscriber_id IS NULL) OR
    (kind = 'subscriber' AND subscriber_id IS NOT NULL AND admin_id IS NULL));

ALTER TABLE posts
  ADD CONSTRAINT posts_slug_check CHECK (slug ~ '^[a-z0-9]{2,3}$'),
  ADD CONSTRAINT posts_title_check CHECK (btrim(title) <> ''),
  ADD CONSTRAINT posts_read_time_check CHECK (read_time >= 1);

ALTER TABLE daily_messages
  ADD CONSTRAINT daily_messages_message_check CHECK (message ~ '\S');

ALTER TABLE revisions
  ADD CONSTRAINT revisions_subject_check CHECK (num_nonnulls(post_id, daily_message_id) = 1),
  ADD CONSTRAINT revisions_number_check CHECK (number >= 1);

ALTER TABLE check_waivers
  ADD CONSTRAINT check_waivers_reason_check CHECK (reason ~ '\S');

ALTER TABLE link_checks
  ADD CONSTRAINT link_checks_state_check
    CHECK (state IN ('works', 'moved', 'dead', 'unknown'));

ALTER TABLE delivery_slots
  ADD CONSTRAINT delivery_slots_channel_check CHECK (channel IN ('email', 'sms')),
  ADD CONSTRAINT delivery_slots_timezone_check CHECK (timezone IN
    ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Europe/London')),
  ADD CONSTRAINT delivery_slots_weekday_check CHECK (extract(isodow FROM local_date) <= 5),
  ADD CONSTRAINT delivery_slots_window_check CHECK (opens_at < closes_at);

ALTER TABLE delivery_batches
  ADD CONSTRAINT delivery_batches_state_check CHECK (state IN ('ready', 'sending', 'unknown', 'done')),
  ADD CONSTRAINT delivery_batches_size_check CHECK (size BETWEEN 1 AND 500);

ALTER TABLE send_attempts
  ADD CONSTRAINT send_attempts_state_check CHECK (state IN ('sending', 'unknown', 'finalized'));

-- A ledger row has a reason exactly when it ended without being accepted.
ALTER TABLE deliveries
  ADD CONSTRAINT deliveries_channel_check CHECK (channel IN ('email', 'sms')),
  ADD CONSTRAINT deliveries_state_check CHECK (
    (state IN ('pending', 'accepted') AND reason IS NULL) OR
    (state IN ('excluded', 'failed', 'missed') AND reason IS NOT NULL));

ALTER TABLE address_reservations
  ADD CONSTRAINT address_reservations_channel_check CHECK (channel IN ('email', 'sms'));

ALTER TABLE webhook_events
  ADD CONSTRAINT webhook_events_month_check
    CHECK (month = date_trunc('month', received_at AT TIME ZONE 'UTC'));

ALTER TABLE notices
  ADD CONSTRAINT notices_kind_check CHECK (kind IN
    ('welcome', 'trial_reminder', 'confirm_address', 'delivery_address', 'address_changed',
     'new_device', 'phone_changed', 'canceled', 'kept', 'charged', 'unfinished_sign_up', 'unreachable',
     'email_change', 'email_change_requested', 'days_given_back', 'account_deleted')),
  ADD CONSTRAINT notices_subscriber_check
    CHECK (subscriber_id IS NOT NULL OR kind = 'account_deleted');

-- Foreign keys ------------------------------------------------------------------------------------

ALTER TABLE missed_days ADD CONSTRAINT missed_days_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE phone_changes ADD CONSTRAINT phone_changes_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE email_changes ADD CONSTRAINT email_changes_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE consents ADD CONSTRAINT consents_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE imported_people ADD CONSTRAINT imported_people_import_id_fkey
  FOREIGN KEY (import_id) REFERENCES subscriber_imports (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE imported_people ADD CONSTRAINT imported_people_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE onboarding_records ADD CONSTRAINT onboarding_records_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE address_confirmations ADD CONSTRAINT address_confirmations_onboarding_id_fkey
  FOREIGN KEY (onboarding_id) REFERENCES onboarding_records (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE address_confirmations ADD CONSTRAINT address_confirmations_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE login_tokens ADD CONSTRAINT login_tokens_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE admin_logins ADD CONSTRAINT admin_logins_admin_id_fkey
  FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey
    FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT webhook_deliveries_message_id_fkey
    FOREIGN KEY (message_id) REFERENCES webhook_messages (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE webhook_tries ADD CONSTRAINT webhook_tries_delivery_id_fkey
  FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_admin_id_fkey
  FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_token_id_fkey
  FOREIGN KEY (token_id) REFERENCES api_tokens (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE admin_devices ADD CONSTRAINT admin_devices_admin_id_fkey
  FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE subscriber_notes ADD CONSTRAINT subscriber_notes_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE revisions
  ADD CONSTRAINT revisions_post_id_fkey
    FOREIGN KEY (post_id) REFERENCES posts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT revisions_daily_message_id_fkey
    FOREIGN KEY (daily_message_id) REFERENCES daily_messages (id)
    ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE editor_presence ADD CONSTRAINT editor_presence_admin_id_fkey
  FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_admin_id_fkey
  FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE admin_recovery_codes ADD CONSTRAINT admin_recovery_codes_admin_id_fkey
  FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE admin_invitations ADD CONSTRAINT admin_invitations_invited_by_id_fkey
  FOREIGN KEY (invited_by_id) REFERENCES admins (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_device_id_fkey
  FOREIGN KEY (device_id) REFERENCES admin_devices (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_admin_id_fkey
  FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE notices ADD CONSTRAINT notices_subscriber_id_fkey
  FOREIGN KEY (subscriber_id) REFERENCES subscribers (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE delivery_slots ADD CONSTRAINT delivery_slots_edition_id_fkey
  FOREIGN KEY (edition_id) REFERENCES editions (id) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE delivery_batches ADD CONSTRAINT delivery_batches_slot_id_fkey
  FOREIGN KEY (slot_id) REFERENCES delivery_slots (id) ON DELETE RESTRICT ON UPDATE CASCADE;

-- Functions ---------------------------------------------------------------------------------------

-- Whether a subscription entitles to the briefing at an instant.
-- The same rule as isEntitled in lib/domain/billing/entitlement.ts.
CREATE FUNCTION is_entitled(s subscriptions, at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT s.stopped_at IS NULL AND (
    (s.status IN ('trialing', 'active', 'past_due')
      AND (s.cancel_at IS NULL OR s.cancel_at > at))
    OR (s.status = 'canceled' AND s.access_ends_at > at))
$$;

-- Names what a day's briefing says, by its active message and newest post. Null without a message.
CREATE FUNCTION briefing_version(day date) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(
    jsonb_build_array(m.message, p.slug, p.title, p.content, p.read_time)::text, 'UTF8')), 'hex')
  FROM daily_messages m
  LEFT JOIN LATERAL (
    SELECT * FROM posts
    WHERE local_date = day AND deleted_at IS NULL AND NOT is_draft
    ORDER BY created_at DESC, id DESC LIMIT 1) p ON true
  WHERE m.local_date = day AND m.is_active
$$;

-- Whether a day's briefing may go out as it is: with the setting, only what someone else has approved, and
-- before an instant if one is given.
CREATE FUNCTION may_be_sent(day date, before timestamptz DEFAULT 'infinity') RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (
      SELECT 1 FROM stored_settings WHERE key = 'requireApproval' AND value = 'true'::jsonb)
    OR EXISTS (
      SELECT 1 FROM briefing_approvals a
      WHERE a.local_date = day AND a.version = briefing_version(day) AND a.created_at < before)
$$;

-- The same for every spelling that reaches one mailbox: case and plus tags never count, dots don't
-- count at Gmail. Used to give each person one free trial.
CREATE FUNCTION canonical_email(email text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN lower(split_part(email, '@', 2)) IN ('gmail.com', 'googlemail.com')
    THEN replace(split_part(lower(split_part(email, '@', 1)), '+', 1), '.', '') || '@gmail.com'
    ELSE split_part(lower(split_part(email, '@', 1)), '+', 1) || '@' || lower(split_part(email, '@', 2))
  END;

-- The person a stored webhook is about, in lowercase: a Paddle customer ID, an email address, or a
-- phone number. Used to export and delete someone's data. Cut off, because an index row has a limit and
-- what isn't an ID can be long.
CREATE FUNCTION webhook_subject(payload jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  left(lower(coalesce(
    payload #>> '{data,customer_id}',
    payload #>> '{data,id}',
    payload ->> 'Email',
    payload ->> 'Recipient',
    CASE WHEN payload ? 'MessageStatus' THEN payload ->> 'To' ELSE payload ->> 'From' END
  )), 500);

-- The name under which `erasures` knows a Paddle ID, or a subscriber. Paddle IDs have 80 random bits,
-- so that no one can try them all.
CREATE FUNCTION erasure_hash(name text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE RETURN encode(sha256(convert_to(name, 'UTF8')), 'hex');

-- What `erasure_hash` takes for a subscriber. The time tells them apart from someone who got the same
-- ID after a backup was restored.
CREATE FUNCTION subscriber_name(s subscribers) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE RETURN
  'subscriber:' || s.id || ':' || (extract(epoch FROM s.created_at) * 1000)::bigint;

-- What `choices` knows a subscription by: Paddle's ID or, when it was imported, its subscriber.
CREATE FUNCTION subscription_hash(p subscriptions) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE RETURN erasure_hash(coalesce(p.paddle_subscription_id,
  (SELECT subscriber_name(s) FROM subscribers s WHERE s.id = p.subscriber_id)));

-- What `address_reservations` knows an email address (in any case) or a phone number by.
CREATE FUNCTION address_hash(address text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN sha256(convert_to(lower(address), 'UTF8'));

-- Keeps each word that posts contain, for suggestions about misspelled ones. In order, so that two
-- transactions never deadlock.
CREATE FUNCTION keep_post_words() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_words (word)
  SELECT DISTINCT token
  FROM ts_parse('default', lower(NEW.title || E'\n' || left(NEW.plain_text, 100000)))
  -- Words and the parts of compounds, in ASCII or not.
  WHERE tokid IN (1, 2, 10, 11) AND length(token) BETWEEN 3 AND 30
  ORDER BY token
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;

-- What the search in posts looks at. Not plain SQL, which would be inlined without its cost: the planner
-- doesn't know that reading a long content is expensive, and would read all of them.
CREATE FUNCTION searchable_text(title text, content text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN lower(title) || E'\n' || lower(content);
END;
$$;

-- What the search in subscribers looks at.
CREATE FUNCTION searchable_person(email text, payment_email text, name text, phone text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  lower(email) || E'\n' || lower(coalesce(payment_email, '')) || E'\n' || lower(coalesce(name, ''))
    || E'\n' || coalesce(phone, '');

-- Runs in the transaction of the change. The row stays locked until that transaction ends, so
-- versions become visible in order.
CREATE FUNCTION bump_page_version() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE page_versions SET version = version + 1 WHERE subject = TG_TABLE_NAME;
  RETURN NULL;
END;
$$;

-- Runs in the statement that changes the ledger, whichever that is.
CREATE FUNCTION count_deliveries() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO delivery_counts (local_date, channel, timezone, state, reason, provider_status, change)
    SELECT local_date, channel, timezone, state, reason, provider_status, count(*)
    FROM new_rows GROUP BY 1, 2, 3, 4, 5, 6;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO delivery_counts (local_date, channel, timezone, state, reason, provider_status, change)
    SELECT local_date, channel, timezone, state, reason, provider_status, -count(*)
    FROM old_rows GROUP BY 1, 2, 3, 4, 5, 6;
  ELSE
    INSERT INTO delivery_counts (local_date, channel, timezone, state, reason, provider_status, change)
    SELECT local_date, channel, timezone, state, reason, provider_status, sum(change)
    FROM (
      SELECT local_date, channel, timezone, state, reason, provider_status, count(*) AS change
      FROM new_rows GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT local_date, channel, timezone, state, reason, provider_status, -count(*)
      FROM old_rows GROUP BY 1, 2, 3, 4, 5, 6
    ) AS changes
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END;
$$;

-- Runs in the transaction of the change, so that planning sees both or neither.
CREATE FUNCTION note_subscriber_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'subscribers' THEN
    INSERT INTO subscriber_changes (subscriber_id) VALUES (NEW.id);
  ELSE
    INSERT INTO subscriber_changes (subscriber_id) VALUES (NEW.subscriber_id);
  END IF;
  RETURN NULL;
END;
$$;

-- Indexes -----------------------------------------------------------------------------------------

-- Not in schema.prisma, which has no expression indexes. The first two make logins unique in any case.
CREATE UNIQUE INDEX subscribers_email_key ON subscribers (lower(email));
CREATE UNIQUE INDEX admins_username_key ON admins (lower(username));
CREATE UNIQUE INDEX backups_finished_at_name_key ON backups (finished_at, name);
CREATE UNIQUE INDEX admin_invitations_email_key ON admin_invitations (lower(email));
CREATE INDEX subscribers_canonical_email_idx ON subscribers (canonical_email(email));
CREATE INDEX webhook_events_subject_idx ON webhook_events (webhook_subject(payload));

CREATE INDEX subscribers_search_idx ON subscribers
  USING gin (searchable_person(email, payment_email, name, phone) gin_trgm_ops);
CREATE INDEX subscribers_name_idx ON subscribers (lower(coalesce(name, email)), id);
CREATE INDEX subscribers_timezone_idx ON subscribers (timezone);
CREATE INDEX subscribers_joined_idx ON subscribers (created_at, id);
CREATE INDEX subscribers_holdover_idx ON subscribers (holdover_date, holdover_timezone)
  WHERE holdover_date IS NOT NULL;
CREATE INDEX subscribers_unreachable_idx ON subscribers (unreachable_since)
  WHERE unreachable_since IS NOT NULL;
CREATE INDEX subscribers_phone_idx ON subscribers (phone) WHERE phone IS NOT NULL;
CREATE INDEX subscriber_notes_subscriber_id_idx ON subscriber_notes (subscriber_id);
CREATE INDEX consents_subscriber_id_idx ON consents (subscriber_id);
CREATE INDEX consent_proofs_address_hash_idx ON consent_proofs (address_hash);
CREATE UNIQUE INDEX suppressions_channel_address_key ON suppressions (channel, address);
CREATE INDEX imported_people_subscriber_id_idx ON imported_people (subscriber_id);
CREATE UNIQUE INDEX onboarding_records_uid_key ON onboarding_records (uid);
CREATE INDEX onboarding_records_subscriber_id_idx ON onboarding_records (subscriber_id);
CREATE INDEX onboarding_records_unfinished_idx ON onboarding_records (subscriber_id)
  WHERE completed_at IS NULL;
CREATE INDEX onboarding_records_paddle_customer_id_idx ON onboarding_records (paddle_customer_id);
CREATE INDEX onboarding_records_reminders_idx ON onboarding_records (created_at)
  WHERE completed_at IS NULL;
CREATE INDEX onboarding_records_completed_at_idx ON onboarding_records (completed_at);
CREATE UNIQUE INDEX email_changes_subscriber_id_key ON email_changes (subscriber_id);
CREATE UNIQUE INDEX address_confirmations_onboarding_id_key ON address_confirmations (onboarding_id);
CREATE INDEX address_confirmations_subscriber_id_idx ON address_confirmations (subscriber_id);

CREATE UNIQUE INDEX subscriptions_paddle_subscription_id_key ON subscriptions (paddle_subscription_id);
-- In the order in which a subscriber's current subscription is picked, so that a list needn't sort.
CREATE INDEX subscriptions_subscriber_id_idx
  ON subscriptions (subscriber_id, (status = 'canceled'), id DESC);
CREATE INDEX subscriptions_paddle_customer_id_idx ON subscriptions (paddle_customer_id);
CREATE INDEX subscriptions_trials_idx ON subscriptions (first_charge_at) WHERE status = 'trialing';
CREATE INDEX subscriptions_past_due_idx ON subscriptions (id) WHERE status = 'past_due';
CREATE INDEX subscriptions_created_idx ON subscriptions (created_at, paddle_subscription_id);
CREATE INDEX money_events_subscription_id_idx ON money_events (subscription_id);
CREATE INDEX money_events_new_idx ON money_events (subscription_id) WHERE NOT is_derived;
CREATE INDEX money_changes_subscription_id_idx ON money_changes (subscription_id);
CREATE INDEX money_changes_day_kind_subscription_id_idx
  ON money_changes (day, kind, subscription_id);
CREATE INDEX money_days_day_idx ON money_days (day);
CREATE INDEX money_checks_at_idx ON money_checks (at);
CREATE INDEX payments_paddle_subscription_id_idx ON payments (paddle_subscription_id);

CREATE UNIQUE INDEX login_tokens_token_hash_key ON login_tokens (token_hash);
CREATE INDEX login_tokens_subscriber_id_idx ON login_tokens (subscriber_id);
CREATE INDEX admin_logins_admin_id_idx ON admin_logins (admin_id);
CREATE INDEX webhook_deliveries_endpoint_id_id_idx ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_message_id_idx ON webhook_deliveries (message_id);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (endpoint_id, next_try_at)
  WHERE next_try_at IS NOT NULL;
CREATE INDEX webhook_tries_delivery_id_idx ON webhook_tries (delivery_id);
CREATE UNIQUE INDEX api_tokens_token_hash_key ON api_tokens (token_hash);
CREATE INDEX api_tokens_admin_id_idx ON api_tokens (admin_id);
CREATE UNIQUE INDEX admin_devices_admin_id_token_hash_key ON admin_devices (admin_id, token_hash);
CREATE INDEX admin_devices_token_hash_idx ON admin_devices (token_hash);
CREATE INDEX admin_recovery_codes_admin_id_idx ON admin_recovery_codes (admin_id);
CREATE UNIQUE INDEX saved_views_admin_id_name_key ON saved_views (admin_id, name);
CREATE INDEX sessions_subscriber_id_idx ON sessions (subscriber_id);
CREATE INDEX sessions_admin_id_idx ON sessions (admin_id);
CREATE INDEX sessions_device_id_idx ON sessions (device_id);
CREATE UNIQUE INDEX admin_invitations_token_hash_key ON admin_invitations (token_hash);
CREATE INDEX admin_invitations_invited_by_id_idx ON admin_invitations (invited_by_id);

-- Search for a part of the text. PostgreSQL uses it for three characters and more.
CREATE INDEX posts_search_idx ON posts USING gin (searchable_text(title, content) gin_trgm_ops)
  WHERE deleted_at IS NULL;
CREATE INDEX posts_words_idx ON posts USING gin (search);
CREATE INDEX posts_images_idx ON posts USING gin (image_keys);
CREATE INDEX revisions_images_idx ON revisions USING gin (image_keys);
CREATE INDEX editions_images_idx ON editions USING gin (image_keys);
CREATE UNIQUE INDEX images_key_key ON images (key);
CREATE INDEX post_words_similar_idx ON post_words USING gin (word gin_trgm_ops);
CREATE UNIQUE INDEX posts_slug_key ON posts (slug) WHERE deleted_at IS NULL;
CREATE INDEX posts_newest_idx ON posts (local_date DESC, id DESC) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX daily_messages_active_date_key ON daily_messages (local_date) WHERE is_active;
CREATE INDEX daily_messages_newest_idx ON daily_messages (local_date DESC, id DESC);
CREATE UNIQUE INDEX revisions_post_id_number_key ON revisions (post_id, number);
CREATE UNIQUE INDEX revisions_daily_message_id_number_key ON revisions (daily_message_id, number);
CREATE UNIQUE INDEX check_waivers_local_date_key_key ON check_waivers (local_date, key);
CREATE INDEX check_waivers_key_idx ON check_waivers (key);
CREATE INDEX link_checks_checked_at_idx ON link_checks (checked_at);

CREATE UNIQUE INDEX editions_local_date_number_key ON editions (local_date, number);
CREATE UNIQUE INDEX editions_local_date_content_hash_key ON editions (local_date, content_hash);
CREATE UNIQUE INDEX delivery_slots_local_date_timezone_channel_key
  ON delivery_slots (local_date, timezone, channel);
CREATE INDEX delivery_batches_slot_id_idx ON delivery_batches (slot_id);
CREATE INDEX delivery_batches_open_idx ON delivery_batches (next_attempt_at) WHERE state <> 'done';
CREATE INDEX send_attempts_batch_id_idx ON send_attempts (batch_id);
CREATE INDEX send_attempts_probe_idx ON send_attempts (probe_sent_at) WHERE probe_sent_at IS NOT NULL;
CREATE UNIQUE INDEX send_attempts_one_open_key ON send_attempts (batch_id, local_date)
  WHERE state <> 'finalized';
CREATE INDEX deliveries_batch_id_idx ON deliveries (batch_id);
CREATE INDEX delivery_counts_slot_idx ON delivery_counts (local_date, channel, timezone);
CREATE INDEX missed_days_subscriber_id_idx ON missed_days (subscriber_id);
CREATE INDEX missed_days_open_idx ON missed_days (state, next_attempt_at)
  WHERE finished_at IS NULL;
CREATE INDEX address_reservations_subscriber_id_idx ON address_reservations (subscriber_id);

CREATE INDEX notices_subscriber_id_idx ON notices (subscriber_id);
CREATE INDEX notices_unsent_idx ON notices (next_attempt_at) WHERE sent_at IS NULL;
CREATE INDEX choices_at_idx ON choices (at);
CREATE INDEX rate_limits_expires_at_idx ON rate_limits (expires_at);
CREATE INDEX webhook_events_waiting_idx ON webhook_events (id)
  WHERE report IS NOT NULL AND applied_at IS NULL AND problem IS NULL;
CREATE INDEX webhook_events_problem_idx ON webhook_events (id) WHERE problem IS NOT NULL;
CREATE INDEX audit_events_subject_idx ON audit_events (subject);
CREATE UNIQUE INDEX audit_events_position_key ON audit_events (position);
CREATE INDEX audit_events_unlinked_idx ON audit_events (id) WHERE position IS NULL;
CREATE INDEX webhook_events_inbound_idx ON webhook_events (received_at) WHERE kind = 'inbound';
CREATE INDEX webhook_events_paddle_idx ON webhook_events (received_at) WHERE source = 'paddle';
-- Rows are stored in this order, so that the index is tiny and costs the inserts next to nothing.
CREATE INDEX audit_events_at_idx ON audit_events USING brin (at);

-- Partitions --------------------------------------------------------------------------------------

-- A worker creates each month's partition ahead of time: it's named after the month, such as
-- deliveries_2026_11. What belongs to no month's partition goes to the default one, so that a missing
-- partition never stops a delivery; create_month moves it.
CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT;
CREATE TABLE send_attempts_default PARTITION OF send_attempts DEFAULT;
CREATE TABLE webhook_events_default PARTITION OF webhook_events DEFAULT;

-- Creates the partition of a day's month, unless it exists, and returns how many rows it moved there from
-- the default partition; null when there was nothing to do. Writers wait only for the move. Gives up when
-- someone uses the default partition for long, because everyone else waits behind it.
CREATE FUNCTION create_month(parent text, day date) RETURNS bigint
LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
DECLARE
  first date := date_trunc('month', day);
  next date := first + interval '1 month';
  partition text := parent || '_' || to_char(first, 'YYYY_MM');
  key name := (SELECT a.attname FROM pg_partitioned_table p
    JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = parent::regclass);
  moved bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('partitions:' || parent));
  IF to_regclass(partition) IS NOT NULL THEN RETURN NULL; END IF;
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, parent);
  -- Each ledger row is written twice, when it's planned and, twice as long, when it's finalized. With room
  -- for both on each page, PostgreSQL leaves the indexes alone the second time (a HOT update).
  IF parent = 'deliveries' THEN
    EXECUTE format('ALTER TABLE %I SET (fillfactor = 36)', partition);
  END IF;
  EXECUTE format(
    'WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
    INSERT INTO %5$I SELECT * FROM moved',
    parent || '_default', key, first, next, partition);
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    parent, partition, first, next);
  RETURN moved;
END;
$$;

-- Detaches and drops the partitions of the months that begin before a day, and returns how many. Gives up
-- soon when someone uses the table, because everyone else waits behind it.
CREATE FUNCTION drop_months(parent text, before date) RETURNS integer
LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
DECLARE
  partition text;
  dropped integer := 0;
BEGIN
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname ~ ('^' || parent || '_\d{4}_\d\d$')
      AND to_date(right(c.relname, 7), 'YYYY_MM') < before
    ORDER BY 1
  LOOP
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, partition);
    EXECUTE format('DROP TABLE %I', partition);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END;
$$;

-- Updates the planner's statistics about the partition of a day's month, unless it's being vacuumed.
CREATE FUNCTION analyze_month(parent text, day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  partition text := parent || '_' || to_char(day, 'YYYY_MM');
BEGIN
  IF to_regclass(partition) IS NULL THEN partition := parent || '_default'; END IF;
  EXECUTE format('ANALYZE (SKIP_LOCKED) %I', partition);
END;
$$;

-- Triggers ----------------------------------------------------------------------------------------

CREATE TRIGGER posts_page_version AFTER INSERT OR UPDATE OR DELETE ON posts
  FOR EACH ROW EXECUTE FUNCTION bump_page_version();

-- Named to run before posts_page_version: while that holds its row, no slot can open.
CREATE TRIGGER posts_keep_words AFTER INSERT OR UPDATE OF title, plain_text ON posts
  FOR EACH ROW EXECUTE FUNCTION keep_post_words();

CREATE TRIGGER daily_messages_page_version AFTER INSERT OR UPDATE OR DELETE ON daily_messages
  FOR EACH ROW EXECUTE FUNCTION bump_page_version();

CREATE TRIGGER deliveries_planned AFTER INSERT ON deliveries
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();

CREATE TRIGGER deliveries_changed AFTER UPDATE ON deliveries
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();

CREATE TRIGGER deliveries_removed AFTER DELETE ON deliveries
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();

CREATE TRIGGER subscribers_added AFTER INSERT ON subscribers
  FOR EACH ROW EXECUTE FUNCTION note_subscriber_change();

CREATE TRIGGER subscribers_changed AFTER UPDATE ON subscribers
  FOR EACH ROW WHEN (
    (OLD.timezone, OLD.holdover_date, OLD.holdover_timezone, OLD.email_enabled, OLD.sms_enabled,
      OLD.paused_from, OLD.paused_until)
    IS DISTINCT FROM
    (NEW.timezone, NEW.holdover_date, NEW.holdover_timezone, NEW.email_enabled, NEW.sms_enabled,
      NEW.paused_from, NEW.paused_until))
  EXECUTE FUNCTION note_subscriber_change();

CREATE TRIGGER subscriptions_changed AFTER INSERT OR UPDATE ON subscriptions
  FOR EACH ROW WHEN (NEW.subscriber_id IS NOT NULL)
  EXECUTE FUNCTION note_subscriber_change();
