-- Which payments somebody looks at time and again.
create table payment_views (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  user_id    bigint not null,
  name       text not null check (name ~ '\S' and length(name) <= 200),
  shared     boolean not null,
  filters    json not null,
  primary key (group_id, id)
);
alter table payment_views add constraint payment_views_user foreign key (group_id, user_id) references users (group_id, id);
create index payment_views_of_user on payment_views (group_id, user_id);
create index payment_views_shared on payment_views (group_id) where shared;

select belongs_to_space('payment_views');
grant usage on sequence payment_views_id_seq to muster_app;
