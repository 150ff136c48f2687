-- The map that a space has uploaded. Its contents are outside the database, under the storage key.
create table space_maps (
  group_id    bigint not null primary key,
  created_at  timestamptz(3) not null default now(),
  user_id     bigint not null,
  name        text not null check (name ~ '\S' and length(name) <= 200),
  bytes       bigint not null check (bytes > 0),
  -- Of the contents, in hexadecimal digits.
  sha256      text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  west        double precision not null,
  south       double precision not null,
  east        double precision not null,
  north       double precision not null,
  zoom_min    integer not null check (zoom_min between 0 and 26),
  zoom_max    integer not null check (zoom_max between zoom_min and 26),
  attribution text not null,
  constraint space_maps_user foreign key (group_id, user_id) references users (group_id, id)
);
select enable_space_rls('space_maps');
