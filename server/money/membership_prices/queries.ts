import type { Caller } from '../../access/caller.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { instantIn, rangeEnd, rangeStart } from '../../time_zone.ts'
import { addToCatalogue, type Catalogue, changeCatalogue, readCatalogue } from '../core/catalogue.ts'
import { membershipTerm, type Term } from '../core/membership_terms.ts'
import { currencyOf } from '../core/settings.ts'
import type { AskedTerm, MembershipPrice, MembershipPriceChange, NewMembershipPrice } from './schema.ts'

export const membershipPriceCatalogue: Catalogue = {
  table: 'membership_prices',
  noun: 'membership price',
  resource: 'membership_price',
  columns: sql => sql`
    c.id, c.created_at as "CreatedAt", c.updated_at as "UpdatedAt", c.name, c.amount, c.currency, c.allow_custom_amount,
    c.hidden, c.membership_price_group_id, c.kind, c.rolling_period, c.duration, c.season_start,
    c.next_season_from`,
  order: sql => sql`c.id`,
  visibleWhen: (sql, { group_id }) => sql`
    (not c.hidden and not exists (
      select from membership_price_groups g
      where g.group_id = ${group_id} and g.id = c.membership_price_group_id and g.hidden))`,
  inUse: (sql, { group_id }) => sql`
    (exists (select from memberships m where m.group_id = ${group_id} and m.membership_price_id = c.id)
     or exists (select from transaction_settings s where s.group_id = ${group_id} and s.default_membership_price_id = c.id))`,
  retired: 'hidden',
}

export async function createMembershipPrice(sql: Sql, caller: Caller, price: NewMembershipPrice) {
  const currency = price.currency ?? (await currencyOf(sql, caller.group_id))
  await checkGroup(sql, caller, price.membership_price_group_id)
  return addToCatalogue<MembershipPrice>(sql, caller, membershipPriceCatalogue, { ...price, currency })
}

export async function changeMembershipPrice(sql: Sql, caller: Caller, id: number, changes: MembershipPriceChange) {
  await checkGroup(sql, caller, changes.membership_price_group_id)
  return changeCatalogue<MembershipPrice>(sql, caller, membershipPriceCatalogue, id, changes)
}

/** The term that a membership would get if it was paid at this date. */
export async function previewTerm(sql: Sql, caller: Caller, asked: AskedTerm): Promise<Term> {
  const { membership_price_id: id, date, start_date, end_date } = asked
  const price =
    id === undefined ? undefined : await readCatalogue<MembershipPrice>(sql, caller, membershipPriceCatalogue, id)
  const time_zone = await timeZoneOf(sql, caller.group_id)
  const chosen = {
    start_date: start_date === undefined ? undefined : rangeStart(time_zone, start_date),
    end_date: end_date === undefined ? undefined : rangeEnd(time_zone, end_date),
  }
  const paid_at = date === undefined ? await databaseTime(sql) : instantIn(time_zone, date)
  return membershipTerm(paid_at, chosen, { rolling_year: false, price, time_zone })
}

async function checkGroup(sql: Sql, { group_id }: Caller, id: number | null | undefined) {
  if (id === null || id === undefined) return
  const found = await sql`
    select from membership_price_groups where group_id = ${group_id} and id = ${id} and deleted_at is null for share`
  if (found.length === 0) throw invalid('body.data.membership_price_group_id', 'is not a price group of your space', id)
}
