import { campaignCodesLock, externalIdLock, membershipsLock } from './lock.ts'

// The statements of look_up_payment and record_payment about checks, for the space in `space`.

/** More memberships of one contact are not compared: only the first that were recorded. */
const memberships_max = 100

// The plans of these statements are kept, and may have been made while the tables were empty. They are written so that only the wanted index fits:
// contacts and external ids one by one, and the kind of items and comparisons of their ids in expressions.

const isLive = (item: string) => `
      (select b.deleted_at is null from transaction_bundles b where b.group_id = space and b.id = ${item}.bundle_id)`

const isMembership = (item: string) => `${item}.kind::text = 'membership'`

/**
 * The memberships of `checked_members` in other bundles that end after `checked_from`, each with the first that it overlaps of those before it.
 * As a text, to be compared.
 */
const memberships_elsewhere = (bundle: string) => `
    select json_agg(json_build_array(m.id, m.bundle_id, m.contact_id, m.date, m.end_date, f.id, f.bundle_id) order by m.id)::text
    from (
      select i.id, i.bundle_id, i.contact_id, i.date, i.end_date
      from (select distinct unnest(checked_members) as id) c
      cross join lateral (
        select i.id, i.bundle_id, i.contact_id, i.date, i.end_date from items i
        where i.group_id = space and i.contact_id = c.id and ${isMembership('i')} and i.bundle_id <> ${bundle}
          and (i.end_date is null or i.end_date > checked_from) and ${isLive('i')}
        order by i.id
        limit ${memberships_max}
      ) i
    ) m
    left join lateral (
      select e.id, e.bundle_id from items e
      where e.group_id = space and e.contact_id = m.contact_id and ${isMembership('e')} and e.id - m.id < 0 and e.bundle_id <> ${bundle}
        and (e.end_date is null or e.end_date > m.date) and (m.end_date is null or e.date < m.end_date) and ${isLive('e')}
      order by e.id
      limit 1
    ) f on true`

/** The first transaction of other bundles with each of the `checked_references`, as a text, to be compared. */
const references_elsewhere = (bundle: string) => `
    select json_agg(json_build_array(r.external_transaction_id, h.id, h.bundle_id) order by r.external_transaction_id)::text
    from unnest(checked_references) as r (external_transaction_id)
    cross join lateral (
      select i.id, i.bundle_id from items i
      where i.group_id = space and i.external_transaction_id = r.external_transaction_id and i.bundle_id <> ${bundle} and ${isLive('i')}
      order by i.id
      limit 1
    ) h`

const isOn = (check: string) => `(own.payment_checks ->> '${check}') is distinct from 'off'`

export const look_up_parameters =
  'members_from timestamptz, member_ids bigint[], external_ids bigint[], campaign_codes text[]'
export const look_up_results = `out checked_from timestamptz, out checked_members bigint[], out memberships_elsewhere text,
  out checked_references bigint[], out references_elsewhere text, out known_campaigns text[], out warnings json`

/**
 * What the checks need. `members_from` is null if no membership changes, and `external_ids` if no external id does. `own` has the settings.
 */
export const look_up_checks = `
  if members_from is not null and ${isOn('overlapping_membership')} then
    checked_from := members_from;
    checked_members := member_ids;
    if bundle is not null then
      -- A new membership may begin with an earlier transaction.
      select least(checked_from, min(i.date)), checked_members || array_agg(i.contact_id) filter (where i.kind = 'membership')
      into checked_from, checked_members
      from items i where i.group_id = space and i.bundle_id = bundle;
    end if;
    if cardinality(checked_members) > 0 then
      memberships_elsewhere := (${memberships_elsewhere('look_up_payment.bundle_id')});
    else
      checked_from := null;
    end if;
  end if;
  if external_ids is not null and ${isOn('repeated_reference')} then
    checked_references := external_ids;
    if bundle is not null then
      checked_references := array(
        select i.external_transaction_id from items i
        where i.group_id = space and i.bundle_id = bundle and i.external_transaction_id <> 0
        union select unnest(external_ids) order by 1);
    end if;
    references_elsewhere := (${references_elsewhere('look_up_payment.bundle_id')});
  end if;
  if cardinality(campaign_codes) > 0 then
    known_campaigns := array(
      select sent.code from unnest(campaign_codes) as sent (code)
      where exists (select from code_campaigns c where c.group_id = space and lower(c.code) = lower(sent.code) and c.deleted_at is null));
  end if;
  if bundle is not null then
    select json_agg(json_build_object('check', w.check_name, 'bundle_id', w.bundle_id, 'kind', w.kind, 'target_id', w.target_id, 'cause', w.cause,
      'details', w.details, 'other_id', w.other_id, 'other_bundle_id', w.other_bundle_id, 'settled', w.settled_at is not null)) into warnings
    from payment_warnings w where w.group_id = space and w.bundle_id = bundle;
  end if;`

export const record_parameters = `checked_from timestamptz, checked_members bigint[], memberships_elsewhere text, checked_references bigint[],
  references_elsewhere text, warning_changes json`

/** The campaign codes for which this write adds a warning, in lower case. */
const unknown_campaigns = `
      array(
        select lower(f.cause) from json_to_recordset(warning_changes -> 'found') as f ("check" text, cause text)
        where f.check = 'unknown_campaign')`

const lockNames = (name: string, ids: string) => `
      perform pg_advisory_xact_lock(hashtextextended('${name} ' || space || ' ' || l.id, 0))
      from (select distinct unnest(${ids}) as id order by 1) l;`

/**
 * Before rows are locked. Writes that are compared with each other come one after the other: no row stands for an external id, and other payments
 * of a contact need not wait for their memberships. lockTarget takes the same locks, except for campaign codes: who adds one waits for no rows of
 * payments but their warnings, which are written last.
 */
export const lock_checked = `
    if cardinality(checked_references) > 0 then${lockNames(externalIdLock, 'checked_references')}
    end if;
    if checked_from is not null then${lockNames(membershipsLock, 'checked_members')}
    end if;
    -- A campaign code that is added meanwhile ends the warning, or is found here.
    unknown_codes :=${unknown_campaigns};
    if cardinality(unknown_codes) > 0 then
      perform pg_advisory_xact_lock_shared(hashtextextended('${campaignCodesLock} ' || space, 0));
    end if;`

/** After everything is locked. */
export const compare_checks = `
    if checked_from is not null then
      held := (${memberships_elsewhere('bundle')});
      if held is distinct from memberships_elsewhere then
        return 'changed';
      end if;
    end if;
    if cardinality(checked_references) > 0 then
      held := (${references_elsewhere('bundle')});
      if held is distinct from references_elsewhere then
        return 'changed';
      end if;
    end if;
    if cardinality(unknown_codes) > 0 then
      perform from code_campaigns c where c.group_id = space and lower(c.code) = any(unknown_codes) and c.deleted_at is null;
      if found then
        return 'changed';
      end if;
    end if;`

const target = (
  from: string,
) => `w.group_id = space and w.bundle_id = ${from}.bundle_id and w.check_name = ${from}.check
      and w.kind = ${from}.kind and w.target_id = ${from}.target_id`

/** Warnings of a deleted bundle are deleted with it, and those of others that name it. */
export const record_warnings = `
  if warning_changes is not null then
    update payment_warnings w
    set other_id = m.to_id, other_bundle_id = m.to_bundle_id
    from json_to_recordset(warning_changes -> 'moved') as m (from_id bigint, to_id bigint, to_bundle_id bigint)
    where w.group_id = space and w.other_bundle_id = bundle and w.check_name = 'repeated_reference' and w.other_id = m.from_id
      and w.target_id <> m.to_id;
    delete from payment_warnings w
    using json_to_recordset(warning_changes -> 'gone') as g (bundle_id bigint, "check" text, kind text, target_id bigint, cause text)
    where ${target('g')} and w.settled_at is null and w.cause is distinct from g.cause;
  end if;
  if count_change = -1 then
    delete from payment_warnings w where w.group_id = space and w.bundle_id = bundle;
    delete from payment_warnings w where w.group_id = space and w.other_bundle_id = bundle;
  end if;
  if warning_changes is not null then
    for warning in select * from json_to_recordset(warning_changes -> 'found') as f (
      bundle_id bigint, "check" text, kind text, target_id bigint, cause text, details json, other_bundle_id bigint, other_id bigint) loop
      insert into payment_warnings (group_id, id, created_at, bundle_id, check_name, kind, target_id, cause, details, other_bundle_id, other_id)
      values (space, nextval('payment_warnings_id_seq'), at, warning.bundle_id, warning.check, warning.kind, warning.target_id, warning.cause,
        warning.details, warning.other_bundle_id, warning.other_id)
      on conflict (group_id, bundle_id, check_name, kind, target_id, cause) do update
      set other_bundle_id = excluded.other_bundle_id, other_id = excluded.other_id;
    end loop;
  end if;`
