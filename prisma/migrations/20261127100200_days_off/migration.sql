CREATE TABLE days_off (
  local_date DATE PRIMARY KEY CHECK (extract(isodow FROM local_date) <= 5),
  markets    TEXT CHECK (markets IN ('US', 'UK', 'US and UK')),
  actor      TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL
);

-- A slot that is opening sees every day off that is being marked, and later ones wait for it.
CREATE TRIGGER days_off_hold_editions BEFORE INSERT OR UPDATE OR DELETE ON days_off
  FOR EACH STATEMENT EXECUTE FUNCTION hold_editions();

-- compatible: the same answers while no day is marked, and older versions don't send on a day off either
CREATE OR REPLACE FUNCTION may_be_sent(day date, before timestamptz DEFAULT 'infinity') RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT 1 FROM days_off WHERE local_date = day)
    AND (NOT EXISTS (
        SELECT 1 FROM stored_settings WHERE key = 'requireApproval' AND value = 'true'::jsonb)
      OR EXISTS (
        SELECT 1 FROM briefing_approvals a
        WHERE a.local_date = day AND a.version = briefing_version(day) AND a.created_at < before))
$$;
