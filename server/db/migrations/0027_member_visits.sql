-- The last day on which each user used the space. Not a column of users: that table is read on every request and is on every node of Citus.
create table member_visits (
  group_id bigint not null,
  user_id  bigint not null,
  -- In UTC. A day, not a moment: enough to find accounts that are no longer used, too little to watch colleagues at work.
  seen_on  date not null,
  primary key (group_id, user_id),
  constraint member_visits_user foreign key (group_id, user_id) references users (group_id, id)
);
select enable_space_rls('member_visits');
