-- CreateTable
CREATE TABLE "erasures" (
    "paddle_id" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("paddle_id")
);

-- Whom a stored webhook speaks of: Paddle's customer, an e-mail address, a number; in lower case.
CREATE FUNCTION "webhook_person"("payload" jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  lower(coalesce(
    "payload" #>> '{data,customer_id}',
    "payload" #>> '{data,id}',
    "payload" ->> 'Email',
    "payload" ->> 'Recipient',
    CASE WHEN "payload" ? 'MessageStatus' THEN "payload" ->> 'To' ELSE "payload" ->> 'From' END
  ));

CREATE INDEX "webhook_events_person_idx" ON "webhook_events" ("webhook_person"("payload"));
