-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "subscribers" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "payment_email" TEXT,
    "name" TEXT,
    "phone" TEXT,
    "timezone" TEXT NOT NULL DEFAULT 'America/New_York',
    "email_enabled" BOOLEAN NOT NULL DEFAULT true,
    "sms_enabled" BOOLEAN NOT NULL DEFAULT false,
    "sms_consent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" SERIAL NOT NULL,
    "subscriber_id" INTEGER NOT NULL,
    "paddle_subscription_id" TEXT,
    "paddle_customer_id" TEXT,
    "status" TEXT NOT NULL,
    "plan" TEXT,
    "first_charge_at" TIMESTAMPTZ(3),
    "next_charge_at" TIMESTAMPTZ(3),
    "cancel_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "access_ends_at" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),
    "paddle_occurred_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "onboarding_records" (
    "id" SERIAL NOT NULL,
    "uid" TEXT NOT NULL,
    "subscriber_id" INTEGER,
    "terms_agreed_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),

    CONSTRAINT "onboarding_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consents" (
    "id" SERIAL NOT NULL,
    "subscriber_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "wording" TEXT NOT NULL,
    "phone" TEXT,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppressions" (
    "id" SERIAL NOT NULL,
    "channel" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_tokens" (
    "id" SERIAL NOT NULL,
    "subscriber_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "nonce_hash" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "admin_id" INTEGER,
    "subscriber_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "admins" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),

    CONSTRAINT "admins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "posts" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "local_date" DATE NOT NULL,
    "content" TEXT NOT NULL,
    "read_time" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "daily_messages" (
    "id" SERIAL NOT NULL,
    "local_date" DATE NOT NULL,
    "message" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3),

    CONSTRAINT "daily_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "editions" (
    "id" SERIAL NOT NULL,
    "local_date" DATE NOT NULL,
    "number" INTEGER NOT NULL,
    "daily_message_id" INTEGER NOT NULL,
    "post_id" INTEGER,
    "content_hash" TEXT NOT NULL,
    "sms_text" TEXT NOT NULL,
    "email_subject" TEXT NOT NULL,
    "email_html" TEXT NOT NULL,
    "email_text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "editions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_slots" (
    "id" SERIAL NOT NULL,
    "local_date" DATE NOT NULL,
    "timezone" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "edition_id" INTEGER,
    "opens_at" TIMESTAMPTZ(3) NOT NULL,
    "closes_at" TIMESTAMPTZ(3) NOT NULL,
    "planned_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_slots_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_batches" (
    "id" BIGSERIAL NOT NULL,
    "slot_id" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'ready',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_reason" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "send_attempts" (
    "id" UUID NOT NULL,
    "batch_id" BIGINT NOT NULL,
    "worker_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'sending',
    "recipients" JSONB,
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "asked_count" INTEGER NOT NULL DEFAULT 0,
    "found_count" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "sent_after" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "send_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "local_date" DATE NOT NULL,
    "channel" TEXT NOT NULL,
    "subscriber_id" INTEGER NOT NULL,
    "timezone" TEXT NOT NULL,
    "batch_id" BIGINT NOT NULL,
    "edition_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "attempt_id" UUID,
    "provider_message_id" TEXT,
    "finalized_at" TIMESTAMPTZ(3),
    "provider_status" TEXT,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("local_date","channel","subscriber_id")
);

-- CreateTable
CREATE TABLE "workers" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stopped_at" TIMESTAMPTZ(3),

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_alerts" (
    "key" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_alerts_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "provider_rate_limits" (
    "provider" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,
    "paused_until" TIMESTAMPTZ(3),
    "pause_reason" TEXT,

    CONSTRAINT "provider_pace_pkey" PRIMARY KEY ("provider")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" BIGSERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(6),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "subscribers_timezone_idx" ON "subscribers"("timezone");

-- CreateIndex
CREATE INDEX "subscribers_phone_idx" ON "subscribers"("phone") WHERE (phone IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_paddle_subscription_id_key" ON "subscriptions"("paddle_subscription_id");

-- CreateIndex
CREATE INDEX "subscriptions_subscriber_id_idx" ON "subscriptions"("subscriber_id");

-- CreateIndex
CREATE UNIQUE INDEX "onboarding_records_uid_key" ON "onboarding_records"("uid");

-- CreateIndex
CREATE INDEX "onboarding_records_subscriber_id_idx" ON "onboarding_records"("subscriber_id");

-- CreateIndex
CREATE INDEX "consents_subscriber_id_idx" ON "consents"("subscriber_id");

-- CreateIndex
CREATE UNIQUE INDEX "suppressions_channel_address_key" ON "suppressions"("channel", "address");

-- CreateIndex
CREATE UNIQUE INDEX "login_tokens_token_hash_key" ON "login_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "login_tokens_subscriber_id_idx" ON "login_tokens"("subscriber_id");

-- CreateIndex
CREATE INDEX "sessions_subscriber_id_idx" ON "sessions"("subscriber_id");

-- CreateIndex
CREATE INDEX "sessions_admin_id_idx" ON "sessions"("admin_id");

-- CreateIndex
CREATE INDEX "posts_newest_idx" ON "posts"("local_date" DESC, "id" DESC) WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "posts_slug_key" ON "posts"("slug") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "daily_messages_newest_idx" ON "daily_messages"("local_date" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "daily_messages_active_date_key" ON "daily_messages"("local_date") WHERE (is_active);

-- CreateIndex
CREATE UNIQUE INDEX "editions_local_date_number_key" ON "editions"("local_date", "number");

-- CreateIndex
CREATE UNIQUE INDEX "editions_local_date_content_hash_key" ON "editions"("local_date", "content_hash");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_slots_local_date_timezone_channel_key" ON "delivery_slots"("local_date", "timezone", "channel");

-- CreateIndex
CREATE INDEX "delivery_batches_slot_id_idx" ON "delivery_batches"("slot_id");

-- CreateIndex
CREATE INDEX "delivery_batches_open_idx" ON "delivery_batches"("next_attempt_at") WHERE (state <> 'done');

-- CreateIndex
CREATE INDEX "send_attempts_batch_id_idx" ON "send_attempts"("batch_id");

-- CreateIndex
CREATE UNIQUE INDEX "send_attempts_one_open_key" ON "send_attempts"("batch_id") WHERE (state <> 'finalized');

-- CreateIndex
CREATE INDEX "deliveries_batch_id_idx" ON "deliveries"("batch_id");

-- CreateIndex
CREATE INDEX "rate_limits_expires_at_idx" ON "rate_limits"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_source_event_id_key" ON "webhook_events"("source", "event_id");

-- CreateIndex
CREATE INDEX "audit_events_subject_idx" ON "audit_events"("subject");

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "onboarding_records" ADD CONSTRAINT "onboarding_records_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admins"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_slots" ADD CONSTRAINT "delivery_slots_edition_id_fkey" FOREIGN KEY ("edition_id") REFERENCES "editions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_batches" ADD CONSTRAINT "delivery_batches_slot_id_fkey" FOREIGN KEY ("slot_id") REFERENCES "delivery_slots"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "send_attempts" ADD CONSTRAINT "send_attempts_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "delivery_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- Rules that the Prisma schema cannot say ---------------------------------------------------------

-- A post's address is two characters; uniqueness among living posts is the partial index above.
ALTER TABLE "posts"
  ADD CONSTRAINT "posts_slug_check" CHECK ("slug" ~ '^[a-z0-9]{2}$'),
  ADD CONSTRAINT "posts_title_check" CHECK (btrim("title") <> ''),
  ADD CONSTRAINT "posts_read_time_check" CHECK ("read_time" >= 1);

ALTER TABLE "daily_messages"
  ADD CONSTRAINT "daily_messages_message_check" CHECK ("message" ~ '\S');

-- Case never makes a second subscriber or administrator.
CREATE UNIQUE INDEX "subscribers_email_key" ON "subscribers" (lower("email"));
CREATE UNIQUE INDEX "admins_username_key" ON "admins" (lower("username"));

ALTER TABLE "subscribers"
  ADD CONSTRAINT "subscribers_email_check" CHECK ("email" ~ '^[^\s@]+@[^\s@]+$'),
  ADD CONSTRAINT "subscribers_phone_check" CHECK ("phone" ~ '^\+[1-9][0-9]{6,14}$'),
  ADD CONSTRAINT "subscribers_timezone_check" CHECK ("timezone" IN
    ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Europe/London')),
  -- Nobody is texted who has no number or never agreed.
  ADD CONSTRAINT "subscribers_sms_check" CHECK
    (NOT "sms_enabled" OR ("phone" IS NOT NULL AND "sms_consent_at" IS NOT NULL));

ALTER TABLE "subscriptions"
  ADD CONSTRAINT "subscriptions_status_check" CHECK ("status" IN
    ('trialing', 'active', 'past_due', 'paused', 'canceled')),
  ADD CONSTRAINT "subscriptions_plan_check" CHECK ("plan" IN ('monthly', 'annual'));

ALTER TABLE "consents"
  ADD CONSTRAINT "consents_kind_check" CHECK ("kind" IN ('sms', 'terms')),
  ADD CONSTRAINT "consents_wording_check" CHECK ("wording" ~ '\S');

ALTER TABLE "suppressions"
  ADD CONSTRAINT "suppressions_channel_check" CHECK ("channel" IN ('email', 'sms')),
  ADD CONSTRAINT "suppressions_address_check" CHECK ("address" = lower("address")),
  ADD CONSTRAINT "suppressions_reason_check" CHECK ("reason" IN
    ('stop', 'hard_bounce', 'spam_complaint', 'inactive', 'bad_number', 'landline', 'manual'));

ALTER TABLE "sessions"
  ADD CONSTRAINT "sessions_principal_check" CHECK (
    ("role" = 'admin' AND "admin_id" IS NOT NULL AND "subscriber_id" IS NULL) OR
    ("role" = 'subscriber' AND "subscriber_id" IS NOT NULL AND "admin_id" IS NULL));

ALTER TABLE "delivery_slots"
  ADD CONSTRAINT "delivery_slots_channel_check" CHECK ("channel" IN ('email', 'sms')),
  ADD CONSTRAINT "delivery_slots_timezone_check" CHECK ("timezone" IN
    ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Europe/London')),
  ADD CONSTRAINT "delivery_slots_weekday_check" CHECK (extract(isodow FROM "local_date") <= 5),
  ADD CONSTRAINT "delivery_slots_window_check" CHECK ("opens_at" < "closes_at");

ALTER TABLE "delivery_batches"
  ADD CONSTRAINT "delivery_batches_state_check" CHECK ("state" IN ('ready', 'sending', 'unknown', 'done')),
  ADD CONSTRAINT "delivery_batches_size_check" CHECK ("size" BETWEEN 1 AND 500);

ALTER TABLE "send_attempts"
  ADD CONSTRAINT "send_attempts_state_check" CHECK ("state" IN ('sending', 'unknown', 'finalized'));

-- A ledger row says why it ended other than well, and only then.
ALTER TABLE "deliveries"
  ADD CONSTRAINT "deliveries_channel_check" CHECK ("channel" IN ('email', 'sms')),
  ADD CONSTRAINT "deliveries_state_check" CHECK (
    ("state" IN ('pending', 'accepted') AND "reason" IS NULL) OR
    ("state" IN ('excluded', 'failed', 'missed') AND "reason" IS NOT NULL));

-- Every row is written twice (planned, finalized): room on the page keeps the second write in place.
ALTER TABLE "deliveries" SET (fillfactor = 60);

-- Who is served at an instant. The same rule as isEntitled in lib/domain/billing/entitlement.ts.
CREATE FUNCTION "is_entitled"("s" "subscriptions", "at" timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT "s"."stopped_at" IS NULL AND (
    ("s"."status" IN ('trialing', 'active', 'past_due')
      AND ("s"."cancel_at" IS NULL OR "s"."cancel_at" > "at"))
    OR ("s"."status" = 'canceled' AND "s"."access_ends_at" > "at"))
$$;
