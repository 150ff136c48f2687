import { rowOf, type Sql } from '../../db/sql.ts'
import { RawJson } from '../../json.ts'
import type { TransactionSettings as Settings } from '../transaction_settings/schema.ts'
import { presetOfLocale } from './ledger/accounts.ts'

export type { Settings }

export const default_kinds = ['card', 'cheque', 'cash', 'transfer', 'direct_debit', 'online']

export const defaultSettings: Settings = {
  payment_method_kinds: default_kinds,
  max_batch_size: 50,
  default_status_id: null,
  default_membership_price_id: null,
  default_donation_price_id: null,
  batch_prefix: 'B-',
  batch_serial_updated_at: null,
  batch_serial: 0,
  membership_serial: 0,
  membership_prefix: '',
  additional_settings: {},
  currency: 'EUR',
  open_periods: {},
}

const defaultStatuses = [
  { kind: 'valid', en: 'Valid', fr: 'Validé', color: '#1f6f5c' },
  { kind: 'pending', en: 'Pending', fr: 'En attente', color: '#8a6d1a' },
  { kind: 'unpaid', en: 'Unpaid', fr: 'Impayé', color: '#b3471b' },
  { kind: 'bank_error', en: 'Bank error', fr: 'Rejet bancaire', color: '#9b1c1c' },
  { kind: 'reimbursed', en: 'Reimbursed', fr: 'Remboursé', color: '#35508f' },
  { kind: 'cancel', en: 'Cancelled', fr: 'Annulé', color: '#5b6470' },
  { kind: 'other', en: 'Other', fr: 'Autre', color: '#5b6470' },
]

/** Statuses and settings of a new space. */
export async function createDefaultSettings(
  sql: Sql,
  group_id: number,
  { locale, currency }: { locale: string; currency: string },
) {
  const language = locale.startsWith('fr') ? 'fr' : 'en'
  const rows = defaultStatuses.map(({ kind, color, ...names }) => ({
    group_id,
    kind,
    color,
    name: names[language],
    archived: false,
  }))
  const made = await sql<{ id: number; kind: string }[]>`
    insert into transaction_statuses ${sql(rows)} returning id, kind`
  const default_status_id = made.find(({ kind }) => kind === 'valid')?.id ?? null
  const ledger = { preset: presetOfLocale(locale) }
  await sql`insert into transaction_settings ${sql(rowOf({ ...defaultSettings, group_id, currency, default_status_id, ledger }))}`
}

const columns = (sql: Sql) => sql`
  ${sql(Object.keys(defaultSettings).filter(name => name !== 'additional_settings'))}, additional_settings::text`

type Row = Settings & { additional_settings: string }

const withRawJson = (row: Row | undefined): Settings =>
  row ? { ...row, additional_settings: new RawJson(row.additional_settings) } : defaultSettings

export async function settingsOf(sql: Sql, group_id: number): Promise<Settings> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from transaction_settings where group_id = ${group_id}`
  return withRawJson(row)
}

/** The settings, locked exclusively: to change them, or to give out numbers. */
export async function lockSettings(sql: Sql, group_id: number, mode: 'change' | 'count' = 'change'): Promise<Settings> {
  await sql`
    insert into transaction_settings ${sql(rowOf({ ...defaultSettings, group_id }))}
    on conflict (group_id) do nothing`
  const [row] = await sql<[Row]>`
    select ${columns(sql)} from transaction_settings where group_id = ${group_id}
    ${mode === 'change' ? sql`for update` : sql`for no key update`}`
  return withRawJson(row)
}

export const currencyOf = async (sql: Sql, group_id: number) => (await settingsOf(sql, group_id)).currency
