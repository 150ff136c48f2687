-- A key means something in one space, so that the same key in two spaces is two requests. Space 0 stands for a request that moves the
-- person from one space to another, and can be repeated from both.
-- Whoever owns the tables is bound by row level security like everybody, and must see what is there while it changes.
alter table idempotency_keys no force row level security;
update idempotency_keys set group_id = 0 where group_id is null;
alter table idempotency_keys force row level security;
alter table idempotency_keys alter column group_id set not null;
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys add primary key (actor, group_id, key);
