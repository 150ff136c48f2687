-- Since when a person who was added by their address has neither accepted nor opened the space. Null: they have, or came by themselves.
-- Until then the row holds what the space typed and nothing of the person.
alter table users add column pending_since timestamptz(3);
-- What the space knew of a person who was in it before, set aside while they are pending.
alter table users add column former_profile json;
