-- Deliveries freeze a date's briefing under this lock, so a change waits until that's done, and a
-- briefing that is being frozen waits for changes in progress. Writers share the lock.
CREATE FUNCTION hold_editions() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('editions'));
  RETURN NULL;
END;
$$;

-- compatible: older versions freeze under a lock of the rows that every change updates, as before
CREATE TRIGGER posts_hold_editions BEFORE INSERT OR UPDATE OR DELETE ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION hold_editions();

CREATE TRIGGER daily_messages_hold_editions BEFORE INSERT OR UPDATE OR DELETE ON daily_messages
  FOR EACH STATEMENT EXECUTE FUNCTION hold_editions();
