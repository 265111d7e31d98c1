-- AlterTable
ALTER TABLE "subscriptions"
  ALTER COLUMN "subscriber_id" DROP NOT NULL,
  ADD COLUMN "paddle_event_id" TEXT;

-- AlterTable
ALTER TABLE "onboarding_records"
  ADD COLUMN "paddle_customer_id" TEXT,
  ADD COLUMN "paddle_subscription_id" TEXT,
  ADD COLUMN "phone" TEXT;

-- CreateTable
CREATE TABLE "paddle_customers" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "occurred_at" TIMESTAMPTZ(6) NOT NULL,
    "event_id" TEXT NOT NULL,

    CONSTRAINT "paddle_customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "paddle_transaction_id" TEXT NOT NULL,
    "paddle_subscription_id" TEXT,
    "period_ends_at" TIMESTAMPTZ(3),
    "refunded_at" TIMESTAMPTZ(3),

    CONSTRAINT "payments_pkey" PRIMARY KEY ("paddle_transaction_id")
);

-- CreateTable
CREATE TABLE "sent_notices" (
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subscriber_id" INTEGER NOT NULL,
    "recipient" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_notices_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "subscriptions_paddle_customer_id_idx" ON "subscriptions"("paddle_customer_id");

-- CreateIndex
CREATE INDEX "onboarding_records_paddle_customer_id_idx" ON "onboarding_records"("paddle_customer_id");

-- CreateIndex
CREATE INDEX "payments_paddle_subscription_id_idx" ON "payments"("paddle_subscription_id");

-- CreateIndex
CREATE INDEX "sent_notices_subscriber_id_idx" ON "sent_notices"("subscriber_id");

-- CreateIndex
CREATE INDEX "sent_notices_waiting_idx" ON "sent_notices"("next_attempt_at") WHERE (sent_at IS NULL);

-- AddForeignKey
ALTER TABLE "sent_notices" ADD CONSTRAINT "sent_notices_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the schema cannot say.
ALTER TABLE "onboarding_records"
  ADD CONSTRAINT "onboarding_records_phone_check" CHECK ("phone" ~ '^\+[1-9][0-9]{6,14}$');

ALTER TABLE "sent_notices"
  ADD CONSTRAINT "sent_notices_kind_check" CHECK ("kind" IN ('welcome', 'trial_reminder'));
