-- One change to many contacts, which a job makes and another can undo.
create table bulk_changes (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  user_id      bigint not null,
  kind         text not null check (kind in ('tags', 'fields', 'answer', 'remove_answer', 'archive', 'action')),
  -- Emptied by the erasure of a person whom it names.
  change       json not null,
  -- The form whose answers it adds or removes. Users who do not see the form do not see the change.
  form_id      bigint,
  -- Whether it shows tags or answers.
  sensitive    boolean not null,
  total        bigint not null,
  job_id       bigint,
  undo_job_id  bigint,
  -- Tags that did not exist before.
  created_tags bigint[] not null default '{}',
  -- When retention deleted the list of contacts and what an undo needs.
  expired_at   timestamptz(3),
  primary key (group_id, id),
  constraint bulk_changes_space foreign key (group_id) references spaces (id),
  constraint bulk_changes_form check ((form_id is not null) = (kind in ('answer', 'remove_answer')))
);
create index bulk_changes_of_user on bulk_changes (group_id, user_id, id);
create index bulk_changes_by_age on bulk_changes (created_at) where expired_at is null;
select enable_space_rls('bulk_changes');
revoke delete on bulk_changes from muster_app;
create policy cleanup on bulk_changes to muster_worker using (true);
grant select, update on bulk_changes to muster_worker;

-- The contacts of a bulk change, and what became of each. There is no foreign key to contacts: any id can be sent, and is refused on its own.
create table bulk_change_contacts (
  group_id       bigint not null,
  bulk_change_id bigint not null,
  contact_id     bigint not null,
  -- Null: not reached.
  outcome        text check (outcome in ('changed', 'unchanged', 'refused')),
  -- Why it was refused.
  reason         text not null default '',
  -- What an undo needs: the values before and after.
  undo           jsonb,
  undone         text check (undone in ('restored', 'kept')),
  -- Why the undo kept it.
  kept_because   text not null default '',
  primary key (group_id, bulk_change_id, contact_id)
);
create index bulk_change_contacts_of_contact on bulk_change_contacts (group_id, contact_id);
create index bulk_change_contacts_refused on bulk_change_contacts (group_id, bulk_change_id, contact_id) where outcome = 'refused';
create index bulk_change_contacts_kept on bulk_change_contacts (group_id, bulk_change_id, contact_id) where undone = 'kept';
select enable_space_rls('bulk_change_contacts');
create policy cleanup on bulk_change_contacts to muster_worker using (true);
grant select, delete on bulk_change_contacts to muster_worker;

grant usage on all sequences in schema public to muster_app, muster_worker;
