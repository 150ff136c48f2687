-- As plain as it is, PostgreSQL can put it in place where it is used. It promised too much for that: what it calls may change with a setting,
-- if not the way it is called here.
create or replace function wire_time(instant timestamptz) returns text
  language sql stable parallel safe
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
