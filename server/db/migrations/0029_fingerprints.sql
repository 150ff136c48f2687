-- By what a document is recognised without being read: whoever still holds a page of them asks whether it is made of the same.
alter table transaction_bundles add column fingerprint bigint not null generated always as (hashtextextended(document, 0)) stored;
