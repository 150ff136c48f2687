-- A key means something in one space, so that the same key in two spaces is two requests. Space 0 stands for a request that moves the
-- person from one space to another, and can be repeated from both.
alter table idempotency_keys add column group_id bigint not null default 0;
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys add primary key (actor, group_id, key);
