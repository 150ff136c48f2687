import { databaseTime } from '../../../db/clock.ts'
import type { Sql } from '../../../db/sql.ts'
import { timeZoneOf } from '../../../organisation/core/spaces.ts'
import { dayIn } from '../../../time_zone.ts'
import { accountingYear, dayAfter, type LedgerRules, ledgerRules } from './accounts.ts'
import { storeCarriedEntries } from './carry.ts'
import { labelsOf } from './labels.ts'
import { ledgerState } from './post.ts'
import type { EntryKind, Journal } from './postings.ts'

const entries_at_once = 5000

/**
 * Validates the entries up to a day: they get their numbers, and the labels and names of now. At the end of a year those that open the next one are
 * validated with it. The ledger must be locked, and all bundles posted. Returns how many there were up to the day.
 */
export async function validateEntries(sql: Sql, group_id: number, until: string): Promise<number> {
  const { stored, validated_until } = await ledgerState(sql, group_id)
  const rules = ledgerRules(stored)
  await storeCarriedEntries(sql, group_id, rules, { validated_until, until })
  const journals = await journalYears(sql, group_id)
  // The day never goes back, also if the time zone does.
  const validated_on = [await todayOf(sql, group_id), ...journals.map(each => each.validated_on)].sort().at(-1) ?? ''
  const used = new Map(journals.map(({ journal, year, ...last }) => [`${journal} ${year}`, last]))
  let count = 0
  for (;;) {
    const entries = await nextEntries(sql, group_id, until)
    const named = { ...rules, labels: { ...rules.labels, ...(await lastLabels(sql, group_id, rules, entries)) } }
    await store(
      sql,
      group_id,
      validated_on,
      entries.map(entry => validatedEntry(entry, named, used)),
    )
    count += entries.filter(({ date }) => date <= until).length
    if (entries.length < entries_at_once) break
  }
  await sql`
    update transaction_settings
    set ledger_validated_until = ${until}::date, ledger_version = ledger_version + 1,
      ledger_validate_until = case when ledger_validate_until > ${until}::date then ledger_validate_until end
    where group_id = ${group_id}`
  return count
}

/** The day of now in the time zone of the space. */
export async function todayOf(sql: Sql, group_id: number) {
  return dayIn(await timeZoneOf(sql, group_id), await databaseTime(sql))
}

interface ProvisionalEntry {
  bundle_id: number
  position: number
  journal: Journal
  kind: EntryKind
  item_id: number
  reversed: boolean
  date: string
  debit_account: string
  credit_account: string
  debit_name: string
  credit_name: string
}

/** With the carried-forward entries of the day after, which are stored to be validated now. */
const nextEntries = (sql: Sql, group_id: number, until: string) => sql<ProvisionalEntry[]>`
  select e.bundle_id, e.position, e.journal, e.kind, e.item_id, e.reversed, e.date::text as date, e.debit_account, e.credit_account,
         coalesce(btrim(d.firstname || ' ' || d.surname), '') as debit_name, coalesce(btrim(c.firstname || ' ' || c.surname), '') as credit_name
  from ledger_entries e
  left join contacts d on d.group_id = ${group_id} and d.id = e.debit_contact_id
  left join contacts c on c.group_id = ${group_id} and c.id = e.credit_contact_id
  where e.group_id = ${group_id} and e.number is null and e.date <= ${dayAfter(until)}::date
    and (e.date <= ${until}::date or e.kind in ('carried_forward', 'result'))
  order by e.date, e.bundle_id, e.position
  limit ${entries_at_once}`

interface JournalYear {
  journal: Journal
  year: number
  number: number
  validated_on: string
  journal_code: string
  journal_label: string
}

/** The last number of each journal and year, and the day, code and label of it. */
async function journalYears(sql: Sql, group_id: number) {
  return sql<JournalYear[]>`
    select distinct on (year, journal) year, journal, number, validated_on::text as validated_on, journal_code, journal_label
    from ledger_entries
    where group_id = ${group_id} and number is not null
    order by year, journal, number desc`
}

/** The labels that accounts of these entries were validated with last, where the settings have none today. */
async function lastLabels(sql: Sql, group_id: number, { labels }: LedgerRules, entries: ProvisionalEntry[]) {
  const used = entries.flatMap(({ debit_account, credit_account }) => [debit_account, credit_account])
  const accounts = [...new Set(used)].filter(account => !labels[account])
  if (accounts.length === 0) return {}
  const rows = await sql<{ account: string; label: string }[]>`
    select distinct on (account) account, label
    from (
      select debit_account as account, debit_label as label, validated_on, date, bundle_id, position from ledger_entries
      where group_id = ${group_id} and number is not null and debit_account = any(${accounts}::text[]) and debit_label <> debit_account
      union all
      select credit_account, credit_label, validated_on, date, bundle_id, position from ledger_entries
      where group_id = ${group_id} and number is not null and credit_account = any(${accounts}::text[]) and credit_label <> credit_account
    ) l
    order by account, validated_on desc, date desc, bundle_id desc, position desc`
  return Object.fromEntries(rows.map(({ account, label }) => [account, label]))
}

type UsedJournal = Partial<Pick<JournalYear, 'journal_code' | 'journal_label'>> & { number: number }

/** Counts the numbers on. A journal keeps its code and label for the year, because numbers are continuous in a code. */
function validatedEntry(entry: ProvisionalEntry, rules: LedgerRules, journals: Map<string, UsedJournal>) {
  const { bundle_id, position, debit_name, credit_name } = entry
  const year = accountingYear(rules.year_end, entry.date)
  const name = `${entry.journal} ${year}`
  const labels = labelsOf(rules, entry)
  const last = journals.get(name)
  const { journal_code = labels.journal_code, journal_label = labels.journal_label } = last ?? {}
  const number = (last?.number ?? 0) + 1
  journals.set(name, { number, journal_code, journal_label })
  return { bundle_id, position, year, number, debit_name, credit_name, ...labels, journal_code, journal_label }
}

type ValidatedEntry = ReturnType<typeof validatedEntry>

async function store(sql: Sql, group_id: number, validated_on: string, entries: ValidatedEntry[]) {
  if (entries.length === 0) return
  await sql`
    update ledger_entries e
    set year = v.year, number = v.number, validated_on = ${validated_on}::date, journal_code = v.journal_code, journal_label = v.journal_label,
      label = v.label, debit_label = v.debit_label, debit_name = v.debit_name, credit_label = v.credit_label, credit_name = v.credit_name
    from json_to_recordset(${JSON.stringify(entries)}::text::json) as v (
      bundle_id bigint, position integer, year integer, number bigint, journal_code text, journal_label text, label text, debit_label text,
      debit_name text, credit_label text, credit_name text)
    where e.group_id = ${group_id} and e.bundle_id = v.bundle_id and e.position = v.position and e.number is null`
}
