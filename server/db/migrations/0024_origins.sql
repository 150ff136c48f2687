-- What a payment is called in the books it came from. Of bundles that are there, no two have the same: however often it is brought, it is money once.
alter table transaction_bundles add column origin text check (origin ~ '\S' and length(origin) <= 300);
create unique index transaction_bundles_origin on transaction_bundles (group_id, origin) where origin is not null and deleted_at is null;
