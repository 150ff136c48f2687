-- Mail to be sent, written in the transaction that it tells about. The text is wiped once it is delivered: it may hold a secret link.
create table mail_outbox (
  id           bigserial primary key,
  group_id     bigint not null,
  created_at   timestamptz(3) not null default now(),
  recipient    text not null,
  subject      text not null,
  body         text,
  attempts     integer not null default 0,
  next_attempt timestamptz(3) not null default now(),
  last_error   text,
  sent_at      timestamptz(3),
  abandoned_at timestamptz(3)
);

create index mail_outbox_due on mail_outbox (next_attempt, id) where sent_at is null and abandoned_at is null;

select belongs_to_space('mail_outbox');
grant usage on sequence mail_outbox_id_seq to muster_app;

create policy delivered on mail_outbox to muster_worker using (true);
grant select, update, delete on mail_outbox to muster_worker;
