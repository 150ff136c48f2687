import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { type Catalogue, seesHidden } from '../core/catalogue.ts'

export const membershipPriceGroupCatalogue: Catalogue = {
  table: 'membership_price_groups',
  noun: 'membership price group',
  resource: 'membership_price_group',
  columns: (sql, caller) => sql`
    c.id, c.created_at as "CreatedAt", c.updated_at as "UpdatedAt", c.name, c.hidden, ${prices(sql, caller)} as membership_prices`,
  order: sql => sql`c.id`,
  visibleWhen: sql => sql`not c.hidden`,
  inUse: (sql, { group_id }) => sql`
    exists (select from membership_prices p where p.group_id = ${group_id} and p.membership_price_group_id = c.id and p.deleted_at is null)`,
  retired: 'hidden',
}

const prices = (sql: Sql, caller: Caller) => sql`
  coalesce((
    select json_agg(json_build_object(
      'id', p.id, 'CreatedAt', wire_time(p.created_at), 'UpdatedAt', wire_time(p.updated_at), 'name', p.name, 'amount', p.amount,
      'currency', p.currency, 'allow_custom_amount', p.allow_custom_amount, 'hidden', p.hidden,
      'membership_price_group_id', p.membership_price_group_id, 'kind', p.kind, 'rolling_period', p.rolling_period, 'duration', p.duration,
      'season_start', p.season_start, 'next_season_from', p.next_season_from)
      order by p.id)
    from membership_prices p
    where p.group_id = ${caller.group_id} and p.membership_price_group_id = c.id and p.deleted_at is null
      and ${seesHidden(caller) ? sql`true` : sql`not p.hidden`}), '[]')`
