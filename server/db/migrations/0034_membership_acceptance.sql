-- Since when a person who was added by their address has neither accepted nor opened the space. Null: they have, or came by themselves.
-- Until then the row holds what the space typed and nothing of the person.
alter table users add column pending_since timestamptz(3);
-- What the space knew of a person who was in it before, set aside while they are pending.
alter table users add column former_profile json;
-- Whether the person signs in with a second factor, for those who manage the users of a space; the account itself is not theirs to read.
alter table users add column second_factor boolean not null default false;
update users set second_factor = true
where deleted_at is null and id in (select account_id from second_factors where confirmed_at is not null);
