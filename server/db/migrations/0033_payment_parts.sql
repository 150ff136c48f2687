-- What of a payment went back and what of it never came are parts of it: together they are not more than its amount.
-- Payments recorded before this rule may break it. They are marked and stay as they are: books are not rewritten, and a constraint that is
-- not valid for all rows would refuse them when a contact is merged, when a text is erased, and when a backup is restored.
alter table transactions add column parts_exceed_amount boolean not null default false;
-- The owner of the tables is bound by row level security like everybody, and must see all payments for a moment.
alter table transactions no force row level security;
update transactions set parts_exceed_amount = true where reimbursed_amount::bigint + unpaid_amount::bigint > amount;
alter table transactions force row level security;
alter table transactions add constraint parts_within_amount
  check (parts_exceed_amount or reimbursed_amount::bigint + unpaid_amount::bigint <= amount);
