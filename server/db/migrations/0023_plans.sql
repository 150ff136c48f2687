-- Lists that were sorted as a whole for every page of them.
create index invitations_waiting on invitations (group_id, last_sent desc, id desc) where user_id is null;
create index privacy_requests_by_due on privacy_requests (group_id, due_at, id);
create index imports_newest on imports (group_id, id desc) where ready_at is not null;
