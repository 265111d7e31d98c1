-- compatible: the functions return the same. PostgreSQL parses the body of a function that is written
--   with RETURN when it's created, and then 17.12 refuses to add a column with a default to a table
--   whose rows the function takes. A body in quotes is only text.

CREATE OR REPLACE FUNCTION subscriber_name(s subscribers) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 'subscriber:' || s.id || ':' || (extract(epoch FROM s.created_at) * 1000)::bigint
$$;

CREATE OR REPLACE FUNCTION subscription_hash(p subscriptions) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT erasure_hash(coalesce(p.paddle_subscription_id,
    (SELECT subscriber_name(s) FROM subscribers s WHERE s.id = p.subscriber_id)))
$$;
