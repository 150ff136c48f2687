#!/bin/sh
# The postgres image runs this file once, when it creates its data directory. Muster logs in as the role muster, which is not a superuser:
# row-level security does not bind a superuser. It creates the roles of its sessions (createrole) and takes backups (bypassrls).
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$MUSTER_DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role muster login createrole bypassrls password :'password';
create database muster owner muster;
SQL
