import type { Sql } from '../../../db/sql.ts'
import { type CheckSettings, checkSettingsOf } from './checks.ts'

/** What each check does in a space. */
export async function checkSettingsIn(sql: Sql, group_id: number): Promise<CheckSettings> {
  const [row] = await sql<{ payment_checks: Partial<CheckSettings> }[]>`
    select payment_checks from transaction_settings where group_id = ${group_id}`
  return checkSettingsOf(row?.payment_checks ?? {})
}
