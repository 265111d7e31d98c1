-- One person behind several spellings of an address: case and plus parts never count, dots not at Gmail.
CREATE FUNCTION "person_of"("email" text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN lower(split_part("email", '@', 2)) IN ('gmail.com', 'googlemail.com')
    THEN replace(split_part(lower(split_part("email", '@', 1)), '+', 1), '.', '') || '@gmail.com'
    ELSE split_part(lower(split_part("email", '@', 1)), '+', 1) || '@' || lower(split_part("email", '@', 2))
  END;

CREATE INDEX "subscribers_person_idx" ON "subscribers" ("person_of"("email"));

-- CreateTable
CREATE TABLE "billing_runs" (
    "key" TEXT NOT NULL,
    "done_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_runs_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "subscriptions_trials_idx" ON "subscriptions"("first_charge_at") WHERE (status = 'trialing');
