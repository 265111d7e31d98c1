-- CreateTable
CREATE TABLE "page_versions" (
    "subject" TEXT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "page_versions_pkey" PRIMARY KEY ("subject")
);

INSERT INTO "page_versions" ("subject", "version") VALUES ('posts', 1), ('daily_messages', 1);

-- Counted in the transaction of the change, whoever makes it. The row stays locked until that ends,
-- so versions become visible in their order.
CREATE FUNCTION "count_page_version"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "page_versions" SET "version" = "version" + 1 WHERE "subject" = TG_TABLE_NAME;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "posts_page_version" AFTER INSERT OR UPDATE OR DELETE ON "posts"
  FOR EACH ROW EXECUTE FUNCTION "count_page_version"();

CREATE TRIGGER "daily_messages_page_version" AFTER INSERT OR UPDATE OR DELETE ON "daily_messages"
  FOR EACH ROW EXECUTE FUNCTION "count_page_version"();
