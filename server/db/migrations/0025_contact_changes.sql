-- What each change of a contact replaced, by the version that it made. The event of that version says that it happened; this says what.
create table contact_changes (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  contact_id bigint not null,
  version    bigint not null,
  user_id    bigint not null,
  -- Where the values came from: api, or such as import 12.
  source     text not null,
  -- Old and new values: of fields by name, of answers with their form, and the names of tags.
  changes    json not null,
  primary key (group_id, contact_id, version),
  constraint contact_changes_contact foreign key (group_id, contact_id) references contacts (group_id, id)
);
-- Retention reads the oldest rows, which were written first.
create index contact_changes_by_age on contact_changes using brin (created_at);
select enable_space_rls('contact_changes');
revoke update on contact_changes from muster_app;
create policy cleanup on contact_changes to muster_worker using (true);
grant select, delete on contact_changes to muster_worker;

grant usage on all sequences in schema public to muster_app, muster_worker;
