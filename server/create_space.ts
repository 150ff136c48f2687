import { currencyOfLocale } from './currencies.ts'
import type { Sql } from './db/sql.ts'
import { createDefaultSettings } from './money/core/settings.ts'
import { insertSpace } from './organisation/core/spaces.ts'
import { timeZoneOfLocale } from './time_zone.ts'

/**
 * Creates a space with its roles, statuses and settings, by default with the time zone and the currency of its locale. Afterwards the context of the
 * transaction is this space.
 */
export async function createSpace(
  sql: Sql,
  name: string,
  locale: string,
  time_zone = timeZoneOfLocale(locale),
  currency = currencyOfLocale(locale),
) {
  const group_id = await insertSpace(sql, { name, locale, time_zone })
  await createDefaultSettings(sql, group_id, { locale, currency })
  return group_id
}
