-- Refunds, and payments that the bank returned, are items of their bundle. Statements of this transaction cannot use the new value yet.
alter type item_kind add value if not exists 'reversal';
alter table items
  -- The transaction that a reversal is of.
  add column transaction_id bigint,
  add column reversal_kind  text;
-- Statistics. Only reversals have a transaction.
create index reversals_by_date on items (group_id, date) where transaction_id is not null;
-- Without an owner: Citus refuses one for a distributed table.
create sequence reversals_id_seq;
grant usage on sequence reversals_id_seq to muster_app, muster_worker;
