import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg, type Text } from '../../messages/message.ts'
import { identityOf } from '../../organisation/core/spaces.ts'
import { firstDayOf, isOpenDay, lastDayOf, ledgerRules } from '../core/ledger/accounts.ts'
import { ledgerState } from '../core/ledger/post.ts'
import { todayOf } from '../core/ledger/validate.ts'
import { type EntryRow, entryColumns } from './queries.ts'

/** The rules of the ledger and the name of the tax file of a year. Throws while the file cannot be made. */
export async function checkedYear(sql: Sql, { group_id }: Caller, year: number) {
  const { stored, posted_id, validated_until } = await ledgerState(sql, group_id)
  const own = ledgerRules(stored)
  const rules = { ...own, siren: own.siren || (await identityOf(sql, group_id)).siren }
  const [first_day, last_day] = [firstDayOf(rules.year_end, year), lastDayOf(rules.year_end, year)]
  if (rules.siren === '')
    throw refused(
      'The file is named after your SIREN, which is missing. Enter it in the settings of the space or of the ledger.',
    )
  if (posted_id !== null) throw refused('Payments are still being posted to the ledger. Try again in some minutes.')
  if (isOpenDay(last_day, validated_until))
    throw refused(
      last_day >= (await todayOf(sql, group_id))
        ? msg`The year ${year} ends on ${last_day}. Its file can be downloaded after that day, once the ledger is validated until then.`
        : msg`The year ${year} is not validated to its end. Validate the ledger until ${last_day} first.`,
    )
  const [foreign] = await sql<{ currency: string }[]>`
    select currency from ledger_entries where group_id = ${group_id} and year = ${year} and number is not null and currency <> 'EUR'
    order by validated_on, date, bundle_id, position limit 1`
  if (foreign)
    throw refused(
      msg`The year ${year} has entries in ${foreign.currency}. The file must be in euros, and there are no exchange rates.`,
    )
  return { rules, first_day, last_day, file: `${rules.siren}FEC${last_day.replaceAll('-', '')}` }
}

const refused = (detail: Text) => new ApiError('invalid_request', detail)

const at_once = 1000

/**
 * The validated entries of a year: opening balances, then the others in the order of validation. The names are those of the validation, for every
 * caller: the law requires them.
 */
export async function* validatedEntries(sql: Sql, { group_id }: Caller, year: number): AsyncIterable<EntryRow[]> {
  for (const isOpening of [true, false]) {
    for (let last: EntryRow | undefined; ; ) {
      const rows: EntryRow[] = [
        ...(await sql<EntryRow[]>`
          select ${entryColumns(sql)}
          from ledger_entries e
          where e.group_id = ${group_id} and e.year = ${year} and e.number is not null
            and e.journal ${isOpening ? sql`= 'opening'` : sql`<> 'opening'`}
            ${last ? after(sql, last) : sql``}
          order by e.validated_on, e.date, e.bundle_id, e.position
          limit ${at_once}`),
      ]
      if (rows.length > 0) yield rows
      last = rows.at(-1)
      if (rows.length < at_once) break
    }
  }
}

/** After this entry, in the order of validation. */
const after = (sql: Sql, { validated_on, date, bundle_id, position }: EntryRow) =>
  sql`and (e.validated_on, e.date, e.bundle_id, e.position) > (${validated_on}::date, ${date}::date, ${bundle_id}, ${position})`
