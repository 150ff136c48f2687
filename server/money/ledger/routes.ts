import { Type } from 'typebox'
import { paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, patch, post, resource } from '../../http/operation.ts'
import { csv, cursorPage, data, page, record, textFile } from '../../http/response_format.ts'
import { readBalances, sumEntries } from './balances_queries.ts'
import { fecOf, toLatin9 } from './fec.ts'
import { checkedYear, validatedEntries } from './fec_queries.ts'
import { noticeOf } from './notice.ts'
import { EntryCursor, EntrySort } from './order_queries.ts'
import { exportedEntries, listEntries, rulesOf } from './queries.ts'
import {
  Balance,
  BalanceFilters,
  CsvParams,
  EntryFilters,
  type FecParams as FecCall,
  FecParams,
  LedgerEntry,
  LedgerSettings,
  LedgerSettingsChange,
  LedgerSum,
  OpeningBalances,
  OpeningBalancesResult,
  Validation,
  ValidationResult,
} from './schema.ts'
import { changeLedgerSettings, readLedgerSettings } from './settings_queries.ts'
import { replaceOpeningBalances, validateLedger } from './validation_queries.ts'

const fecFile = textFile(
  'FecFile',
  'The fichier des écritures comptables.',
  'JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\t…\r\n',
)
const noticeFile = textFile(
  'FecNoticeFile',
  'The description of the file, in French.',
  'Descriptif du fichier des écritures comptables…',
)

const headersOf = (file: string, encoding: string) => ({
  'content-disposition': `attachment; filename="${file}.txt"`,
  'content-type': `text/plain; charset=${encoding}`,
})

const encoded = (text: string, { encoding }: Pick<FecCall, 'encoding'>) =>
  encoding === 'utf-8' ? Buffer.from(text) : toLatin9(text)

async function* encodedChunks(chunks: AsyncIterable<string>, format: Pick<FecCall, 'encoding'>) {
  for await (const chunk of chunks) yield encoded(chunk, format)
}

export const ledger = resource(
  'ledger',
  'Payments as entries of double-entry bookkeeping. They are provisional until they are validated, and then never change.',
  {
    list: get('/v1/ledger', {
      summary: 'List entries, oldest first unless sorted otherwise.',
      description:
        'Memberships and donations are booked with the first money that came in, payments, refunds and returns each on their own day. Pending, ' +
        'unpaid and cancelled payments have no entries. Each accounting year opens with what the accounts had at the end of the year before.',
      access: requires('finance:read'),
      query: { limit: paging(100).limit, sort: EntrySort, cursor: EntryCursor, ...EntryFilters },
      returns: cursorPage(LedgerEntry),
      handle: ({ sql, caller, query }) => listEntries(sql, caller, query),
    }),

    sum: get('/v1/ledger/sums', {
      summary: 'Sum the entries that match.',
      description: 'The same filters as the list. One sum for each currency.',
      access: requires('finance:read'),
      query: EntryFilters,
      returns: record(Type.Array(LedgerSum)),
      heavy: true,
      handle: ({ sql, caller, query }) => sumEntries(sql, caller, query),
    }),

    export: get('/v1/ledger.csv', {
      summary: 'Download entries with the columns of the French FEC.',
      description:
        'From `from` to `to`, both days included, in the order of days. Provisional entries are included, without a number and a date of validation. ' +
        'Amounts are in the currency that `Idevise` names. For the tax file itself see `GET /v1/ledger/fec`.',
      access: requires('finance:read'),
      query: CsvParams,
      returns: csv,
      handle: async ({ sql, caller, query: { separator, ...filters } }) =>
        fecOf(exportedEntries(sql, caller, filters), await rulesOf(sql, caller), {
          separator: separator === 'tab' ? '\t' : separator,
          with_currency: true,
        }),
    }),

    balances: get('/v1/ledger/balances', {
      summary: 'Read the sums of each account.',
      description:
        'Opening entries count on the first day of the span only. Without `from` it begins with the opening balances by hand, or with the first entry.',
      access: requires('finance:read'),
      query: BalanceFilters,
      returns: page(Balance),
      heavy: true,
      handle: ({ sql, caller, query }) => readBalances(sql, caller, query),
    }),

    validate: post('/v1/ledger/validate', {
      summary: 'Validate all entries up to a day.',
      description:
        'Each gets its permanent number, and keeps its accounts and names. What happens to a payment of these days afterwards is booked later. ' +
        'Closing a period in the settings of payments does the same, and so does any other change of periods for all that are closed.',
      access: requires('finance:settings'),
      body: Validation,
      returns: data(ValidationResult),
      errors: ['conflict'],
      longRunning: true,
      emits: { 'transaction_settings.updated': ({ caller }) => caller.group_id },
      handle: ({ sql, caller, body, request }) => validateLedger(sql, { caller, request_id: request.id }, body.until),
    }),

    fec: get('/v1/ledger/fec', {
      summary: 'Download the French tax file of an accounting year (FEC).',
      description:
        'Named `<SIREN>FEC<YYYYMMDD>.txt` after the last day of the year. Validated entries only, in the order of validation: the file of a closed year ' +
        'stays the same to the byte. Refused until the ledger is validated to the end of the year, and where the SIREN is missing or an entry is not in ' +
        'euros.',
      access: requires('finance:read'),
      query: FecParams,
      returns: fecFile,
      beforeStream: async ({ sql, caller, query }) =>
        headersOf((await checkedYear(sql, caller, query.year)).file, query.encoding),
      handle: async ({ sql, caller, query }) => {
        const format = { separator: query.separator === 'pipe' ? '|' : '\t', with_currency: false }
        const entries = validatedEntries(sql, caller, query.year)
        return encodedChunks(fecOf(entries, await rulesOf(sql, caller), format), query)
      },
    }),

    fecNotice: get('/v1/ledger/fec/notice', {
      summary: 'Download the description that accompanies the French tax file.',
      description: 'With the parameters of the file that it describes.',
      access: requires('finance:read'),
      query: FecParams,
      returns: noticeFile,
      beforeStream: async ({ sql, caller, query }) =>
        headersOf(`${(await checkedYear(sql, caller, query.year)).file}-descriptif`, query.encoding),
      handle: async ({ sql, caller, query }) => {
        const facts = await checkedYear(sql, caller, query.year)
        return (async function* () {
          yield encoded(noticeOf({ ...facts, ...query }), query)
        })()
      },
    }),

    replaceOpeningBalances: post('/v1/ledger/opening_balances', {
      summary: 'Set the opening balances of the accounting year with which the books begin.',
      description:
        'Replaces those of the year, as long as its first day is not validated. Each is booked against the account for opening balances. Later years open ' +
        'by themselves with what accounts hold: those of a second year are refused, except an empty list.',
      access: requires('finance:settings'),
      body: OpeningBalances,
      returns: data(OpeningBalancesResult),
      errors: ['conflict'],
      emits: { 'transaction_settings.updated': ({ caller }) => caller.group_id },
      handle: ({ sql, caller, body, request }) => replaceOpeningBalances(sql, { caller, request_id: request.id }, body),
    }),

    readSettings: get('/v1/ledger/settings', {
      summary: 'Read the accounts and the other settings of the ledger.',
      access: requires('finance:read'),
      returns: record(LedgerSettings),
      etag: true,
      handle: ({ sql, caller }) => readLedgerSettings(sql, caller),
    }),

    updateSettings: patch('/v1/ledger/settings', {
      summary: 'Change the settings of the ledger; only the fields in the request change.',
      description:
        'Provisional entries get the new accounts. Validated ones keep theirs. A map that is sent replaces the whole map.',
      access: requires('finance:settings'),
      body: LedgerSettingsChange,
      returns: record(LedgerSettings),
      etag: true,
      errors: ['conflict'],
      emits: { 'transaction_settings.updated': ({ caller }) => caller.group_id },
      handle: ({ sql, caller, body, request }) => changeLedgerSettings(sql, { caller, request_id: request.id }, body),
    }),
  },
)
