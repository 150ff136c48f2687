-- Payments are filtered by how they were paid.
create index transactions_by_method on transactions (group_id, kind_key, transaction_bundle_id);
