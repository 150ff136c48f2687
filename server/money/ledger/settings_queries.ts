import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import {
  accountingYear,
  checkAccountNumber,
  default_year_end,
  type LedgerRules,
  ledgerRules,
  type StoredLedgerSettings,
} from '../core/ledger/accounts.ts'
import { openingDays } from '../core/ledger/carry.ts'
import { moveOpeningBalances } from '../core/ledger/opening.ts'
import { ledgerState, postAllAgain } from '../core/ledger/post.ts'
import { lockSettings } from '../core/settings.ts'
import type { LedgerSettings, LedgerSettingsChange } from './schema.ts'
import type { LedgerWriter } from './validation_queries.ts'

export async function readLedgerSettings(sql: Sql, { group_id }: Caller): Promise<LedgerSettings> {
  const { stored, validated_until, posted_id } = await ledgerState(sql, group_id)
  const { bank_accounts, ...rules } = ledgerRules(stored)
  const first = (await openingDays(sql, group_id)).find(({ by_hand }) => by_hand)
  const opening_year = first ? accountingYear(rules.year_end, first.day) : null
  return { ...rules, validated_until, opening_year, posted: posted_id === null }
}

/** Changes the settings, and posts provisional entries again if their accounts change. */
export async function changeLedgerSettings(sql: Sql, writer: LedgerWriter, sent: LedgerSettingsChange) {
  const { group_id } = writer.caller
  await lockSettings(sql, group_id)
  const { stored, validated_until } = await ledgerState(sql, group_id)
  const after = changedSettings(stored, sent)
  await checkSettings(sql, group_id, stored, after, sent)
  const [old, now] = [ledgerRules(stored), ledgerRules(after)]
  const changed = (Object.keys(now) as (keyof typeof now)[]).filter(name => !isDeepStrictEqual(old[name], now[name]))
  if (changed.length > 0) {
    await sql`
      update transaction_settings set ledger = ${JSON.stringify(after)}::text::json where group_id = ${group_id}`
    if (now.year_end !== old.year_end || now.accounts.opening !== old.accounts.opening)
      await moveOpeningBalances(sql, group_id, { old, now, validated_until })
    if (changed.some(name => posting.includes(name))) await postAllAgain(sql, group_id)
    const details = { changed: Object.fromEntries(changed.map(name => [name, { from: old[name], to: now[name] }])) }
    await recordAudit(sql, {
      ...writer,
      kind: 'ledger.settings_changed',
      subject: 'ledger',
      subject_id: group_id,
      details,
    })
  }
  return readLedgerSettings(sql, writer.caller)
}

/** What decides how a bundle is posted. The rest is read with the entries, or when they are validated. */
const posting = ['accounts', 'methods', 'membership_prices', 'donation_prices']

/** A new preset replaces all accounts that are not sent with it. */
function changedSettings(stored: StoredLedgerSettings, sent: LedgerSettingsChange): StoredLedgerSettings {
  const { preset = stored.preset, accounts, methods, ...rest } = sent
  const { siren = '', year_end = default_year_end, bank_accounts = [] } = stored
  const base: StoredLedgerSettings = preset === stored.preset ? stored : { preset, siren, year_end, bank_accounts }
  return {
    ...base,
    preset,
    ...rest,
    ...(methods && { methods: lowerCased(methods) }),
    ...(accounts && { accounts: { ...base.accounts, ...accounts } }),
  }
}

const lowerCased = (methods: Record<string, string>) =>
  Object.fromEntries(Object.entries(methods).map(([name, account]) => [name.toLowerCase(), account]))

async function checkSettings(
  sql: Sql,
  group_id: number,
  stored: StoredLedgerSettings,
  after: StoredLedgerSettings,
  sent: LedgerSettingsChange,
) {
  const rules = ledgerRules(after)
  checkNumbers(rules, sent)
  checkAccounts(rules, sent)
  const { year_end } = rules
  if (!isDayOfYear(year_end)) throw invalid('body.data.year_end', 'is not a day of the year', year_end)
  if (year_end !== ledgerRules(stored).year_end) {
    const validated = await sql`
      select from ledger_entries where group_id = ${group_id} and number is not null order by year limit 1`
    if (validated.length > 0)
      throw new ApiError('conflict', 'Entries are validated and numbered by accounting year, so its end cannot change.')
  }
  for (const table of ['membership_prices', 'donation_prices'] as const)
    await checkPrices(sql, group_id, table, Object.keys(sent[table] ?? {}))
}

/** Each account that is sent is one that entries can be booked to. */
function checkNumbers(rules: LedgerRules, sent: LedgerSettingsChange) {
  for (const part of ['accounts', 'methods', 'membership_prices', 'donation_prices'] as const)
    for (const [name, account] of Object.entries(sent[part] ?? {}))
      checkAccountNumber(rules, account, `body.data.${part}.${name}`)
}

/** What people owe, money, and everything else must be told apart, or the balance of an account means nothing. */
function checkAccounts(
  { accounts, methods, membership_prices, donation_prices, bank_accounts }: LedgerRules,
  sent: LedgerSettingsChange,
) {
  const names = Object.keys(sent.methods ?? {}).map(name => name.toLowerCase())
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw invalid('body.data.methods', 'must name each payment method once', repeated)
  const { people, money, waiting, ...others } = accounts
  const of_money = [money, waiting, ...Object.values(methods)]
  const rest = [...Object.values(others), ...Object.values(membership_prices), ...Object.values(donation_prices)]
  if ([...of_money, ...bank_accounts, ...rest].includes(people))
    throw invalid('body.data.accounts.people', 'must be an account of its own: another setting has it too', people)
  const shared = [...of_money, ...bank_accounts].find(account => rest.includes(account))
  if (shared !== undefined)
    throw invalid('body.data.accounts', msg`must not have ${shared} both for money and for something else`, shared)
  const { surplus, deficit, ...rules } = others
  const used = [...Object.values(rules), ...Object.values(membership_prices), ...Object.values(donation_prices)]
  for (const [name, account] of Object.entries({ surplus, deficit }))
    if (used.includes(account))
      throw invalid(`body.data.accounts.${name}`, 'must be an account of its own: another setting has it too', account)
  if (bank_accounts.includes(waiting))
    throw invalid('body.data.accounts.waiting', 'must not be the account of a bank account', waiting)
}

/** Whether a leap year has this month and day. */
function isDayOfYear(text: string) {
  const date = new Date(`2024-${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`2024-${text}`)
}

async function checkPrices(
  sql: Sql,
  group_id: number,
  table: 'membership_prices' | 'donation_prices',
  names: string[],
) {
  const ids = names.filter(name => /^[1-9][0-9]{0,14}$/.test(name)).map(Number)
  const rows = await sql<{ id: number }[]>`
    select id from ${sql(table)} where group_id = ${group_id} and id = any(${ids}) order by id`
  const known = new Set(rows.map(({ id }) => String(id)))
  const unknown = names.find(name => !known.has(name))
  if (unknown !== undefined) throw invalid(`body.data.${table}`, 'must name prices of your space by their id', unknown)
}
