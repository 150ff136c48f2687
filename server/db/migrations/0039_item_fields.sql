-- Inserting an item of a bundle is defined from the columns of its table, so that a new field is one call of add_item_field.

-- Defines insert_<table>(items), which inserts items from a JSON list with a key for each column. The statement is fixed: a dynamic one would be
-- planned for each payment.
create function define_item_insert(target regclass) returns void language plpgsql as $$
declare
  columns text;
  keys text;
begin
  select string_agg(format('%I', attname), ', ' order by attnum),
         string_agg(format('%I %s', case attname when 'created_at' then 'CreatedAt' when 'updated_at' then 'UpdatedAt' else attname end,
           format_type(atttypid, atttypmod)), ', ' order by attnum)
  into columns, keys
  from pg_attribute
  where attrelid = target and attnum > 0 and not attisdropped and attgenerated = ''
    -- Marks payments from before a rule; new ones never have it.
    and attname <> 'parts_exceed_amount';
  execute format(
    'create or replace function insert_%s(items json) returns void language plpgsql as
     ''begin insert into %s (%s) select i.* from json_to_recordset(items) as i (%s); end''', target, target, columns, keys);
end $$;

select define_item_insert(name::regclass) from unnest(array['transactions', 'memberships', 'donations']) as name;

-- The document of a bundle with a field added to each of its items of one kind: the last one, before the contact of a membership or donation.
create function document_with_field(document text, kind text, field text, value json) returns text language sql as $$
  select coalesce((select '{' || string_agg(to_json(part.key)::text || ':' || case when part.key <> kind then part.value::text else (
      select '[' || coalesce(string_agg(
        case when kind = 'transactions' then left(item.value::text, -1) || added.field || '}'
        -- Quotes inside of texts are escaped, so this is found once.
        else replace(item.value::text, ',"contact": ', added.field || ',"contact": ') end,
        ',' order by item.place), '') || ']'
      from json_array_elements(part.value) with ordinality as item (value, place)) end, ',' order by part.place) || '}'
  from json_each(document::json) with ordinality as part (key, value, place),
    (select ',' || to_json(field)::text || ':' || value::text as field) added
  group by added.field), document)
$$;

-- Adds a field to transactions, memberships or donations, with one value in all existing rows and documents. In its table of fields
-- (server/money/core/item_fields.ts) the field comes last. The history stays as it was written: verification takes a field that an entry lacks
-- for its default.
create function add_item_field(target regclass, field name, type text, value json) returns void language plpgsql as $$
begin
  execute format('alter table %s add column %I %s %s default %L', target, field, type,
    case when json_typeof(value) = 'null' then '' else 'not null' end, value #>> '{}');
  perform define_item_insert(target);
  alter table transaction_bundles no force row level security;
  update transaction_bundles b set document = document_with_field(b.document, target::text, field, value);
  alter table transaction_bundles force row level security;
end $$;

-- Records a change of a bundle, beside the row of the bundle itself: new items, history, changes of sums and of the number of bundles, and the
-- event. One call instead of eight statements, because each statement costs the application more than its rows cost the database. It runs with the
-- rights of the caller, so row-level security and grants apply. Null stands for no items.
create function record_bundle_change(
  space bigint, bundle bigint, at timestamptz, author bigint, request_id text, event text, origin text,
  new_transactions json, new_memberships json, new_donations json, entries json, sums json, count_change bigint
) returns void language plpgsql as $$
begin
  if new_transactions is not null then
    perform insert_transactions(new_transactions);
  end if;
  if new_memberships is not null then
    perform insert_memberships(new_memberships);
  end if;
  if new_donations is not null then
    perform insert_donations(new_donations);
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
  if count_change <> 0 then
    insert into counters (group_id, name, delta) values (space, 'transaction_bundles', count_change);
  end if;
  insert into events (group_id, kind, subject_id, user_id, request) values (space, event, bundle, author, request_id);
end $$;

drop function write_down;

-- Only migrations call these.
revoke execute on function define_item_insert(regclass), document_with_field(text, text, text, json), add_item_field(regclass, name, text, json) from public;
