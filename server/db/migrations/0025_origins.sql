-- What a payment is called in the books it came from. Of bundles that are there, no two have the same: however often it is brought, it is money once.
-- Kept as a digest, which is enough to recognise it: whatever somebody wrote there, an erasure has nothing to erase.
alter table transaction_bundles add column origin_key text check (length(origin_key) = 43);
create unique index transaction_bundles_origin on transaction_bundles (group_id, origin_key) where origin_key is not null and deleted_at is null;
