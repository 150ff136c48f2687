-- The tasks of all users, in the order of the list.
create index tasks_open on tasks (group_id, due_key, id) where done_at is null;
create index tasks_done on tasks (group_id, done_at desc, id desc) where done_at is not null;
