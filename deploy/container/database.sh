#!/bin/sh
# Runs once, while the database's volume is empty: creates the service's role and database. It removes the
# superuser's password, so that nobody can log in as superuser over the network.
set -eu

psql --quiet --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE threeline LOGIN PASSWORD :'password';
CREATE DATABASE threeline OWNER threeline;
ALTER ROLE postgres PASSWORD NULL;
SQL
