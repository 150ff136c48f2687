import type { DatabaseFunction } from '../../db/functions.ts'
import {
  compare_checks,
  lock_checked,
  look_up_checks,
  look_up_parameters,
  look_up_results,
  record_parameters,
  record_warnings,
} from '../core/checks/write_sql.ts'
import { booked_entries, entry_columns, entry_names } from '../core/ledger/entries.ts'
import { default_kinds } from '../core/settings.ts'

// A payment is written in two calls: look_up_payment reads what it refers to, without locks, and record_payment writes it, if nothing of that
// has changed.

// Arrays make PostgreSQL plan a statement again for each call, which takes longer than the statement. A plan that is kept must use indexes: it may
// have been made while the table was empty.
const set = 'plan_cache_mode = force_generic_plan set enable_seqscan = off'

/** Of the settings of a space, what decides whether a payment is accepted, and how it is posted. */
const settings_version = (row: string) =>
  `concat(${['open_periods', 'payment_method_kinds', 'ledger_version', 'payment_checks', 'contribution_rules'].map(name => `${row}.${name}`).join(", ' ', ")})`

/** Of a price, what amounts are compared with. */
const priced = `'amount', p.amount, 'currency', p.currency, 'allow_custom_amount', p.allow_custom_amount`

/** Of a price, what decides about the term of a membership. */
const terms = `'kind', p.kind, 'duration', p.duration, 'season_start', p.season_start, 'next_season_from', p.next_season_from`

/**
 * What a new or changed bundle refers to, ids for its new rows and the time. For a change also the bundle, and the contacts in it; without an
 * `entry_count`, one entry for each of its items. With a key for which a response is stored, only that.
 */
export const lookUpPayment: DatabaseFunction = {
  name: 'look_up_payment',
  parameters: `actor text, request_key text, bundle bigint, contact_ids bigint[], status_ids bigint[], membership_price_ids bigint[],
  donation_price_ids bigint[], method_kinds text[], transaction_count integer, membership_count integer, donation_count integer,
  reversal_count integer, entry_count integer, ${look_up_parameters}, paid_dates text[], paid_campaigns text[],
  out stored json, out now timestamptz, out bundle_id bigint, out transaction_ids bigint[],
  out membership_ids bigint[], out donation_ids bigint[], out reversal_ids bigint[], out entry_ids bigint[], out contacts json, out settings json,
  out settings_version text, out statuses json,
  out membership_prices json, out donation_prices json, out payment_method_kinds text[], out document text, out document_hash text,
  out created_at timestamptz, out updated_at timestamptz, out last_position integer, out last_hash text, out booked json, ${look_up_results},
  out contributions text`,
  returns: 'record',
  one_snapshot: true,
  set,
  declare:
    'own transaction_settings; named bigint[] := contact_ids; held_status_ids bigint[]; held_price_ids bigint[]; held_donation_price_ids bigint[];',
  body: `
  if request_key is not null then
    select to_json(k) into stored
    from (
      select fingerprint, permissions, status, body, headers from idempotency_keys k
      where k.actor = look_up_payment.actor and k.group_id = space and k.key = request_key
    ) k;
    if stored is not null then
      return;
    end if;
  end if;
  if bundle is null then
    bundle_id := nextval('transaction_bundles_id_seq');
  else
    select b.id, b.document, b.fingerprint::text, b.created_at, b.updated_at into bundle_id, document, document_hash, created_at, updated_at
    from transaction_bundles b where b.group_id = space and b.id = bundle and b.deleted_at is null;
    if bundle_id is null then
      return;
    end if;
    select c.position, c.hash into last_position, last_hash
    from bundle_changes c where c.group_id = space and c.bundle_id = bundle order by c.position desc limit 1;
    select named || array_agg(i.contact_id), array_agg(i.status_id), array_agg(i.membership_price_id), array_agg(i.donation_price_id)
    into named, held_status_ids, held_price_ids, held_donation_price_ids
    from items i where i.group_id = space and i.bundle_id = bundle;
    booked := ${booked_entries};
  end if;
  now := date_trunc('milliseconds', clock_timestamp());
  transaction_ids := array(select nextval('transactions_id_seq') from generate_series(1, transaction_count));
  membership_ids := array(select nextval('memberships_id_seq') from generate_series(1, membership_count));
  donation_ids := array(select nextval('donations_id_seq') from generate_series(1, donation_count));
  reversal_ids := array(select nextval('reversals_id_seq') from generate_series(1, reversal_count));
  if bundle is not null then
    -- Reversals follow changes of their transaction.
    select coalesce(entry_count + count(*) filter (where i.transaction_id is not null), count(*)) into entry_count
    from items i where i.group_id = space and i.bundle_id = bundle;
  end if;
  entry_ids := array(select nextval('bundle_history_id_seq') from generate_series(1, entry_count));
  select json_agg(json_build_object('id', c.id, 'firstname', c.firstname, 'surname', c.surname, 'group_id', c.group_id,
    'membership_code', c.membership_code, 'membership_number', coalesce(c.membership_number, 0), 'deleted', c.deleted_at is not null,
    'restricted', c.restricted_at is not null, 'merged_into', c.merged_into, 'version', c.version)) into contacts
  from contacts c where c.group_id = space and c.id = any(named);
  select * into own from transaction_settings s where s.group_id = space;
  if found then
    settings_version := ${settings_version('own')};
    settings := json_build_object('currency', own.currency, 'default_status_id', own.default_status_id,
      'default_membership_price_id', own.default_membership_price_id, 'default_donation_price_id', own.default_donation_price_id,
      'payment_method_kinds', own.payment_method_kinds, 'open_periods', own.open_periods, 'payment_checks', own.payment_checks,
      'time_zone', (select z.time_zone from spaces z where z.id = space), 'ledger', own.ledger,
      'ledger_validated_until', own.ledger_validated_until, 'contribution_rules', own.contribution_rules);
    if own.contribution_rules is not null then
      contributions := sum_contributions(space, acting_user, named, bundle_id, (select least(now, min(paid::timestamptz)) from unnest(paid_dates) as paid),
        (select greatest(now, max(paid::timestamptz)) from unnest(paid_dates) as paid), paid_campaigns);
    end if;
  end if;
  select json_agg(json_build_object('id', s.id, 'archived', s.archived, 'kind', s.kind)) into statuses
  from transaction_statuses s where s.group_id = space and s.id = any(own.default_status_id || status_ids || held_status_ids) and s.deleted_at is null;
  membership_price_ids := membership_price_ids || own.default_membership_price_id || array_remove(held_price_ids, null);
  if cardinality(array_remove(membership_price_ids, null)) > 0 then
    select json_agg(json_build_object('id', p.id, ${terms}, ${priced})) into membership_prices
    from membership_prices p where p.group_id = space and p.id = any(membership_price_ids) and p.deleted_at is null;
  end if;
  donation_price_ids := donation_price_ids || own.default_donation_price_id || array_remove(held_donation_price_ids, null);
  if cardinality(array_remove(donation_price_ids, null)) > 0 then
    select json_agg(json_build_object('id', p.id, ${priced})) into donation_prices
    from donation_prices p where p.group_id = space and p.id = any(donation_price_ids) and p.deleted_at is null;
  end if;
  -- Compared here, because JavaScript has other rules for upper and lower case.
  payment_method_kinds := array(
    select sent.kind from unnest(method_kinds) as sent (kind)
    where lower(sent.kind) in (
      select lower(known.kind)
      from unnest(coalesce(own.payment_method_kinds, '{${default_kinds.join()}}')) as known (kind)));${look_up_checks}`,
}

const item_columns = `(
      kind item_kind, id bigint, contact_id bigint, date timestamptz, end_date timestamptz, amount bigint, currency text, membership_price_id bigint,
      donation_price_id bigint, status_id bigint, payment_method_kind text, code_campaign text, reimbursed_amount bigint, unpaid_amount bigint,
      transaction_id bigint, reversal_kind text, external_transaction_id bigint, received_amount bigint, received_at timestamptz)`

/** Whether the status and the prices of an item are among those that are locked. No foreign key checks them. */
const locked = (item: string, unless: (column: string) => string) =>
  ['status_id', 'membership_price_id', 'donation_price_id']
    .map(column => `(${unless(column)} or ${item}.${column} = any(${column}s))`)
    .join(' and ')

/** Locks the contacts that did not change since they were looked up. */
const lockSeenContacts = (mode: 'share' | 'no key update') => `perform from contacts c
      join unnest(contact_ids, contact_versions) as seen (id, version) on seen.id = c.id
      where c.group_id = space and c.version = seen.version
      order by c.id
      for ${mode} of c;`

const allOf = (list: string) => `if count <> json_array_length(${list}) then
      raise exception 'An item refers to a record that was not looked up.';
    end if;`

/**
 * Writes a new, changed or deleted bundle with everything that belongs to it, and the idempotency key with the response. Returns `done`; `changed`
 * if something that look_up_payment read has changed since; `repeated` if another request has used the key; `exists` if a bundle has the
 * same origin. Except for `done` nothing is written. Without a bundle, only the key is.
 */
export const recordPayment: DatabaseFunction = {
  name: 'record_payment',
  parameters: `actor text, request_key text, fingerprint text, permissions text[], status integer, response text, headers json,
  bundle bigint, bundle_hash text, contact_ids bigint[], contact_versions bigint[], settings_version text, status_ids bigint[],
  status_kinds text[], membership_price_ids bigint[], donation_price_ids bigint[], at timestamptz, bundle_document text, origin_key text,
  added json, altered json, entry_id bigint, earlier_entry_ids bigint[], entry_position integer, source text, entries json, entry_hash text, event text,
  request_id text, sums json, count_change integer, ledger_rows json, ${record_parameters}, contributions text`,
  returns: 'text',
  set,
  declare: 'held text; count bigint; warning record; unknown_codes text[];',
  body: `
  if bundle is not null then
    ${lock_checked}
    if contributions is null then
      ${lockSeenContacts('share')}
    else
      -- Payments that count towards the caps of a person are recorded one after the other.
      ${lockSeenContacts('no key update')}
    end if;
    get diagnostics count = row_count;
    if count <> cardinality(contact_ids) then
      return 'changed';
    end if;
    if contributions is not null then
      held := sum_contributions(space, acting_user, contact_ids, bundle, (contributions::json ->> 'paid_first')::timestamptz,
        (contributions::json ->> 'paid_last')::timestamptz, array(select json_array_elements_text(contributions::json -> 'codes')));
      if held is distinct from contributions then
        return 'changed';
      end if;
    end if;
    select ${settings_version('s')} into held from transaction_settings s where s.group_id = space for key share;
    if held is distinct from settings_version then
      return 'changed';
    end if;
    if cardinality(status_ids) > 0 then
      perform from transaction_statuses s
      join unnest(status_ids, status_kinds) as seen (id, kind) on seen.id = s.id
      where s.group_id = space and s.kind = seen.kind and s.deleted_at is null and not s.archived
      for key share of s;
      get diagnostics count = row_count;
      if count <> cardinality(status_ids) then
        return 'changed';
      end if;
    end if;
    if cardinality(membership_price_ids) > 0 then
      perform from membership_prices p where p.group_id = space and p.id = any(membership_price_ids) and p.deleted_at is null for key share;
      get diagnostics count = row_count;
      if count <> cardinality(membership_price_ids) then
        return 'changed';
      end if;
    end if;
    if cardinality(donation_price_ids) > 0 then
      perform from donation_prices p where p.group_id = space and p.id = any(donation_price_ids) and p.deleted_at is null for key share;
      get diagnostics count = row_count;
      if count <> cardinality(donation_price_ids) then
        return 'changed';
      end if;
    end if;
    if bundle_hash is not null then
      perform from transaction_bundles b
      where b.group_id = space and b.id = bundle and b.fingerprint = bundle_hash::bigint and b.deleted_at is null
      for no key update;
      if not found then
        return 'changed';
      end if;
    end if;
    ${compare_checks}
    if origin_key is not null then
      perform from transaction_bundles b where b.group_id = space and b.origin_key = record_payment.origin_key and b.deleted_at is null;
      if found then
        return 'exists';
      end if;
    end if;
  end if;
  if request_key is not null then
    begin
      -- Waits for another request with this key.
      insert into idempotency_keys (actor, group_id, key, fingerprint, permissions, status, body, headers)
      values (record_payment.actor, space, request_key, record_payment.fingerprint, record_payment.permissions, record_payment.status,
        response, record_payment.headers)
      on conflict (actor, group_id, key) do nothing;
      if not found then
        return 'repeated';
      end if;
    exception when lock_not_available then
      return 'repeated';
    end;
  end if;
  if bundle is null then
    return 'done';
  end if;
  if bundle_hash is null then
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document, origin_key)
    values (space, bundle, at, at, acting_user, bundle_document, record_payment.origin_key);
  elsif count_change = -1 then
    update transaction_bundles b set deleted_at = at, updated_at = at where b.group_id = space and b.id = bundle;
    delete from batched_transactions t where t.group_id = space and t.bundle_id = bundle;
  else
    update transaction_bundles b set document = bundle_document, updated_at = at where b.group_id = space and b.id = bundle;
  end if;
  if added is not null then
    count := 0;
    -- Row by row: Citus counts the rows that an insert … select writes only where they are returned.
    for held in insert into items (group_id, bundle_id, kind, id, contact_id, date, end_date, amount, currency, membership_price_id, donation_price_id,
      status_id, payment_method_kind, code_campaign, reimbursed_amount, unpaid_amount, transaction_id, reversal_kind, external_transaction_id,
      received_amount, received_at)
    select space, bundle, i.* from json_to_recordset(added) as i ${item_columns}
    where i.contact_id = any(contact_ids) and ${locked('i', column => `i.${column} is null`)}
    returning '' loop
      count := count + 1;
    end loop;
    ${allOf('added')}
  end if;
  if altered is not null then
    update items i
    set contact_id = a.contact_id, date = a.date, end_date = a.end_date, amount = a.amount, currency = a.currency,
      membership_price_id = a.membership_price_id, donation_price_id = a.donation_price_id, status_id = a.status_id,
      payment_method_kind = a.payment_method_kind, code_campaign = a.code_campaign, reimbursed_amount = a.reimbursed_amount,
      unpaid_amount = a.unpaid_amount, external_transaction_id = a.external_transaction_id, received_amount = a.received_amount,
      received_at = a.received_at
    from json_to_recordset(altered) as a ${item_columns}
    where i.group_id = space and i.bundle_id = bundle and i.kind = a.kind and i.id = a.id and a.contact_id = any(contact_ids)
      and ${locked('a', column => `a.${column} is null or a.${column} = i.${column}`)};
    get diagnostics count = row_count;
    ${allOf('altered')}
  end if;
  if ledger_rows is not null then
    if bundle_hash is not null then
      delete from ledger_entries e where e.group_id = space and e.bundle_id = bundle and e.number is null;
    end if;
    -- Citus would copy rows that are not returned, which row-level security forbids.
    for held in insert into ledger_entries (group_id, bundle_id, ${entry_names})
    select space, bundle, e.* from json_to_recordset(ledger_rows) as e (${entry_columns})
    returning '' loop
    end loop;
  end if;
  ${record_warnings}
  insert into bundle_changes (group_id, id, earlier_entry_ids, bundle_id, position, created_at, user_id, source, entries, hash)
  values (space, entry_id, record_payment.earlier_entry_ids, bundle, entry_position, at, acting_user, record_payment.source, record_payment.entries,
    entry_hash);
  insert into events (group_id, kind, subject_id, user_id, request, sums, count_change)
  values (space, event, bundle, acting_user, request_id, record_payment.sums, record_payment.count_change);
  return 'done';`,
}
