import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type LedgerBalance, muster, type Operations, queries } from '../../api.ts'
import { parseExactly, type Sum, type WithSums } from '../../components/amounts.ts'
import { saveBlob } from '../../components/save_file.ts'
import { language } from '../../translations/index.ts'
import type { EntryFilters, EntrySort } from './search_params.ts'

export type Balance = WithSums<Pick<LedgerBalance, 'debit' | 'credit' | 'balance'>> &
  Pick<LedgerBalance, 'account' | 'account_label' | 'currency'>
export type SettingsChange = Operations['ledger.updateSettings']['args']['data']
export type OpeningBalances = Operations['ledger.replaceOpeningBalances']['args']['data']

const page_size = 100
const posting_poll_ms = 5000

export const entriesQuery = (filters: EntryFilters, sort: EntrySort) =>
  infiniteQueryOptions({
    queryKey: ['ledger', 'entries', filters, sort],
    queryFn: ({ signal, pageParam }) =>
      muster.ledger.list({ ...filters, sort, limit: page_size, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** The sums of the matching entries by currency, and their number. */
export const entrySumsQuery = (filters: EntryFilters) =>
  queryOptions({
    queryKey: ['ledger', 'sum', filters],
    queryFn: async ({ signal }) => {
      const { data } = await muster.ledger.sum(filters, { signal, parse: parseExactly })
      return {
        sums: data.map(({ currency, amount }): [string, Sum] => [currency, amount]),
        entries: data.reduce((sum, { entries }) => sum + Number(entries), 0),
      }
    },
    throwOnError: false,
  })

export const balancesQuery = ({ from, to, state }: EntryFilters) =>
  queryOptions({
    queryKey: ['ledger', 'balances', from, to, state],
    queryFn: async ({ signal }): Promise<Balance[]> => {
      const filters = { ...(from && { from }), ...(to && { to }), ...(state && { state }) }
      return (await muster.ledger.balances(filters, { signal, parse: parseExactly })).data
    },
  })

/** The settings of the ledger with their ETag. They are read again while payments are being posted. */
export const ledgerSettingsQuery = queryOptions({
  queryKey: ['ledger', 'settings'],
  queryFn: async ({ signal }) => {
    const { body, etag } = await muster.request('ledger.readSettings', {}, { signal })
    return { settings: body.data, etag: etag ?? undefined }
  },
  refetchInterval: ({ state }) => (state.data?.settings.posted === false ? posting_poll_ms : false),
})

/** The day of the first entry; undefined in an empty ledger. */
export const firstDayQuery = queryOptions({
  queryKey: ['ledger', 'first_day'],
  queryFn: async ({ signal }) => (await muster.ledger.list({ limit: 1 }, { signal })).data[0]?.date ?? null,
})

/** The day of the first provisional entry of these days; null if there is none. */
export const firstProvisionalQuery = (span: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['ledger', 'provisional', span],
    queryFn: async ({ signal }) =>
      (await muster.ledger.list({ ...span, state: 'provisional', limit: 1 }, { signal })).data[0]?.date ?? null,
  })

/** The opening balances of an accounting year. */
export const openingQuery = (first_day: string) =>
  queryOptions({
    queryKey: ['ledger', 'opening', first_day],
    queryFn: async ({ signal }) =>
      (await muster.ledger.list({ journal: 'opening', from: first_day, to: first_day, limit: 500 }, { signal })).data,
  })

const refreshLedger = () =>
  Promise.all(['ledger', 'payments', 'finance'].map(key => queries.invalidateQueries({ queryKey: [key] })))

export async function validateUntil(until: string) {
  const { data } = await muster.ledger.validate({ data: { until } })
  await refreshLedger()
  return data
}

export async function changeLedgerSettings(data: SettingsChange, if_match?: string) {
  await muster.ledger.updateSettings({ data }, if_match ? { if_match } : {})
  await refreshLedger()
}

export async function replaceOpeningBalances(data: OpeningBalances) {
  await muster.ledger.replaceOpeningBalances({ data })
  await refreshLedger()
}

export type FecParams = Operations['ledger.fec']['args']

/** Downloads the tax file or its notice as the server sends it: byte for byte, under its name. */
export async function downloadFec(operation: 'ledger.fec' | 'ledger.fecNotice', params: FecParams) {
  let name = 'FEC.txt'
  const stream = await muster.stream(operation, params, {
    onHeaders: headers => {
      name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? name
    },
  })
  saveBlob(name, await new Response(stream).blob())
}

/** Downloads the matching entries. Spreadsheets recognise UTF-8 by the byte order mark, and French ones expect semicolons. */
export async function downloadEntries(filters: EntryFilters) {
  const text = await muster.ledger.export({ ...filters, separator: language() === 'fr' ? ';' : ',' })
  const file = new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })
  saveBlob(`ledger-${new Date().toISOString().slice(0, 10)}.csv`, file)
}
