#!/bin/sh
# Runs once, when the database's volume is empty: creates the role and the database of the service. The
# superuser has no password after it, so nobody can log in as it over the network.
set -eu

psql --quiet --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE threeline LOGIN PASSWORD :'password';
CREATE DATABASE threeline OWNER threeline;
ALTER ROLE postgres PASSWORD NULL;
SQL
