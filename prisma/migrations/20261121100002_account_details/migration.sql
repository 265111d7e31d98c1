-- AlterTable
ALTER TABLE "subscribers" ADD COLUMN     "holdover_date" DATE,
ADD COLUMN     "holdover_timezone" TEXT;

-- CreateTable
CREATE TABLE "phone_changes" (
    "subscriber_id" INTEGER NOT NULL,
    "phone" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "phone_changes_pkey" PRIMARY KEY ("subscriber_id")
);

-- CreateIndex
CREATE INDEX "subscribers_holdover_idx" ON "subscribers"("holdover_date", "holdover_timezone") WHERE (holdover_date IS NOT NULL);

-- AddForeignKey
ALTER TABLE "phone_changes" ADD CONSTRAINT "phone_changes_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the Prisma schema cannot say ---------------------------------------------------------

ALTER TABLE "subscribers"
  ADD CONSTRAINT "subscribers_kept_check" CHECK (("holdover_date" IS NULL) = ("holdover_timezone" IS NULL)),
  ADD CONSTRAINT "subscribers_kept_timezone_check" CHECK ("holdover_timezone" IN
    ('America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Europe/London'));

ALTER TABLE "phone_changes"
  ADD CONSTRAINT "phone_changes_phone_check" CHECK ("phone" ~ '^\+[1-9][0-9]{6,14}$');
