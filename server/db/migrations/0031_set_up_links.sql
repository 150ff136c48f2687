-- Links that create the first space of a server and its superadmin. A server without a space prints one when it starts.
create table set_up_links (
  digest     text primary key,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
alter table set_up_links enable row level security;
alter table set_up_links force row level security;
grant select, delete on set_up_links to muster_app;
grant select, insert, delete on set_up_links to muster_worker;
-- The creation of a space ends all of them.
create policy ending on set_up_links to muster_app using (true);
create policy creation on set_up_links to muster_worker using (true);
