-- What a write leaves behind for one bundle, beside the bundle itself: its new items, its history, what statistics and lists count, and
-- the event. One call in place of eight statements, because each of those costs the application more than its rows cost the database.
-- It acts with the rights of whoever calls it: row level security and grants are what they are for the statements themselves.
--
-- Items come as the texts that the interface answers with. Null stands for none.
create function write_down(
  space bigint, bundle bigint, at timestamptz, author bigint, request_id text, event text, origin text,
  paid json, joined json, given json, entries json, sums json, more bigint
) returns void language plpgsql as $$
begin
  if paid is not null then
    insert into transactions (id, created_at, updated_at, group_id, transaction_bundle_id, amount, currency, payment_method_kind, payment_method,
      contact_id, date, code_campaign, delivered_at, delivery_token, comment, comment_date, reimbursed_amount, unpaid_amount,
      external_transaction_id, status_id, extra_json)
    select i.* from json_to_recordset(paid) as i (
      id bigint, "CreatedAt" timestamptz, "UpdatedAt" timestamptz, group_id bigint, transaction_bundle_id bigint, amount bigint, currency text,
      payment_method_kind text, payment_method json, contact_id bigint, date timestamptz, code_campaign text, delivered_at timestamptz,
      delivery_token text, comment text, comment_date timestamptz, reimbursed_amount bigint, unpaid_amount bigint,
      external_transaction_id bigint, status_id bigint, extra_json json);
  end if;
  if joined is not null then
    insert into memberships (id, created_at, updated_at, group_id, transaction_bundle_id, contact_id, start_date, end_date, membership_price_id,
      amount, amount_initial, currency, comment, rolling_year)
    select i.* from json_to_recordset(joined) as i (
      id bigint, "CreatedAt" timestamptz, "UpdatedAt" timestamptz, group_id bigint, transaction_bundle_id bigint, contact_id bigint,
      start_date timestamptz, end_date timestamptz, membership_price_id bigint, amount bigint, amount_initial bigint, currency text, comment text,
      rolling_year boolean);
  end if;
  if given is not null then
    insert into donations (id, created_at, updated_at, group_id, transaction_bundle_id, contact_id, date, amount, initial_amount, currency,
      donation_price_id, affectation, comment)
    select i.* from json_to_recordset(given) as i (
      id bigint, "CreatedAt" timestamptz, "UpdatedAt" timestamptz, group_id bigint, transaction_bundle_id bigint, contact_id bigint,
      date timestamptz, amount bigint, initial_amount bigint, currency text, donation_price_id bigint, affectation text, comment text);
  end if;
  insert into bundle_history (group_id, transaction_bundle_id, created_at, user_id, source, position, kind, target_id, old, new, old_seal, new_seal, hash)
  select space, bundle, at, author, origin, e.* from json_to_recordset(entries) as e (
    position integer, kind text, target_id bigint, old text, new text, old_seal text, new_seal text, hash text)
  order by e.position;
  if sums is not null then
    insert into sum_changes (group_id, day, currency, payment_method_kind, code_campaign, status_id, unless, transactions, amount, reimbursed,
      unpaid, net, parts, donations, memberships)
    select space, s.* from json_to_recordset(sums) as s (
      day date, currency text, payment_method_kind text, code_campaign text, status_id bigint, unless bigint[], transactions bigint, amount numeric,
      reimbursed numeric, unpaid numeric, net numeric, parts bigint, donations numeric, memberships numeric);
  end if;
  if more <> 0 then
    insert into tallies (group_id, what, change) values (space, 'transaction_bundles', more);
  end if;
  insert into events (group_id, kind, subject_id, user_id, request) values (space, event, bundle, author, request_id);
end $$;
