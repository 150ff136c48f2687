import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { Id, page_size_max, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import {
  checkedDocument,
  csv,
  data,
  document,
  documentList,
  documentPage,
  record,
  spreadsheet,
} from '../../http/response_format.ts'
import { timeZoneOf } from '../../organisation/core/spaces.ts'
import { PaymentFinding } from '../payment_warnings/schema.ts'
import { csvOf } from './csv.ts'
import type { CheckedDocument } from './draft_checks.ts'
import { exportColumnsOf, exportLines } from './export_columns.ts'
import { exportedItems, languageOfCaller } from './export_queries.ts'
import { listBundles } from './list_queries.ts'
import { BundleCursor, BundleSort } from './order_queries.ts'
import { fetchDocument, readHistory } from './queries.ts'
import { Filters, HistoryEntry, NewBundle, PaymentSum, SentBundle, TransactionBundle } from './schema.ts'
import { sumBundles } from './sum_queries.ts'
import { changeBundle, createBundle, deleteBundle } from './writing.ts'
import { spreadsheetOf } from './xlsx.ts'

const params = { id: Id }

const Lines = Type.Enum([...exportLines], {
  default: 'items',
  description:
    '`items`: a line for each transaction, membership and donation of a matching bundle. `payments`: a line for each matching transaction, ' +
    'so that amounts can be summed.',
})
const languages = ['en', 'fr'] as const

const bundleFormat = document(TransactionBundle)

/** A written bundle, with what checks found. Its ETag is that of the bundle, as a read has it. */
const checkedBundle = {
  returns: checkedDocument(TransactionBundle, PaymentFinding),
  etag: (written: CheckedDocument) => String(bundleFormat.write(written.document)),
}

const writerOf = ({ caller, request }: { caller: Caller; request: { id: string } }) => ({
  caller,
  request_id: request.id,
})

export const transaction_bundles = resource(
  'transaction_bundles',
  'Payments. A bundle has the transactions, memberships and donations of one payment, and a history of every change.',
  {
    list: get('/v1/transaction_bundles', {
      summary: 'List bundles, newest first unless sorted otherwise.',
      description:
        'An update does not change the order by `id`. Use `cursor` for long lists. A page of very large bundles may end before `limit` after ' +
        'a cursor; without a cursor it is refused, with a limit that fits.',
      access: requires('finance:read'),
      query: { ...paging(100), sort: BundleSort, cursor: BundleCursor, ...Filters },
      returns: documentPage(TransactionBundle),
      etag: ({ stamp }) => stamp,
      direct: ({ db, caller, query }) => listBundles(db, caller, query),
    }),

    sum: get('/v1/transaction_bundles/sums', {
      summary: 'Sum the transactions that match.',
      description:
        'The same filters as the list. One entry for each currency: `amount` sums the matching transactions before refunds and returns, ' +
        'whatever their status; `collected` is what came in, less what went back on these days.',
      access: requires('finance:read'),
      query: Filters,
      returns: record(Type.Array(PaymentSum)),
      handle: async ({ sql, caller, query }) => sumBundles(sql, caller, query),
    }),

    export: get('/v1/transaction_bundles.csv', {
      summary: 'Download bundles as CSV.',
      description:
        'The same filters as the list. For French spreadsheets: `language=fr`, `separator=;` and `bom=true`; decimals then have a comma. ' +
        'Amounts are in the units of their currency: sum each currency apart.',
      access: requires('finance:read'),
      query: {
        ...Filters,
        lines: Lines,
        language: Type.Optional(
          Type.Enum([...languages], {
            description:
              'Headings, words and days for a reader of this language. Left out: field names, and times in UTC.',
          }),
        ),
        separator: Type.Enum([',', ';', 'tab'], { default: ',' }),
        bom: Type.Boolean({
          default: false,
          description: 'Whether the file begins with a byte order mark, which helps spreadsheets to recognise UTF-8.',
        }),
      },
      returns: csv,
      handle: async ({ sql, caller, query: { separator, bom, lines, language, ...filters } }) =>
        csvOf(exportColumnsOf(lines, language), exportedItems(sql, caller, filters, lines), {
          separator: separator === 'tab' ? '\t' : separator,
          bom,
          language,
          time_zone: await timeZoneOf(sql, caller.group_id),
        }),
    }),

    exportSpreadsheet: get('/v1/transaction_bundles.xlsx', {
      summary: 'Download bundles as a spreadsheet for Excel or LibreOffice (XLSX).',
      description:
        'The same filters as the list, and the columns of the CSV with `language`. Days and amounts are values to compute with. Amounts are in ' +
        'the units of their currency: sum each currency apart. More than 1,048,575 lines continue on further sheets.',
      access: requires('finance:read'),
      query: {
        ...Filters,
        lines: Lines,
        language: Type.Optional(
          Type.Enum([...languages], {
            description:
              'The language of headings, words and days. Left out: that of your account, or else of your space.',
          }),
        ),
      },
      returns: spreadsheet,
      handle: async ({ sql, caller, query: { lines, language: sent, ...filters } }) => {
        const language = sent ?? (await languageOfCaller(sql, caller))
        const time_zone = await timeZoneOf(sql, caller.group_id)
        const items = exportedItems(sql, caller, filters, lines)
        return spreadsheetOf(exportColumnsOf(lines, language), items, { language, time_zone })
      },
    }),

    create: post('/v1/transaction_bundles', {
      summary: 'Record a payment with its items, as a bundle.',
      description: 'At least one transaction; `amount` and `contact_id` on every item. Everything else has a default.',
      access: requires('finance:write'),
      body: NewBundle,
      ...checkedBundle,
      errors: ['period_closed', 'contribution_refused', 'conflict'],
      emits: { 'transaction_bundle.created': 'by queries' },
      direct: call => createBundle(call, writerOf(call), call.body),
    }),

    read: get('/v1/transaction_bundles/:id', {
      summary: 'Read a bundle.',
      access: requires('finance:read'),
      params,
      returns: document(TransactionBundle),
      etag: true,
      errors: ['not_found'],
      direct: ({ db, caller, params }) => fetchDocument(db, caller, params.id),
    }),

    update: patch('/v1/transaction_bundles/:id', {
      summary: 'Change items of a bundle, or add items. Items are never removed.',
      description:
        'Items with an id change, and keep the fields that are not sent. Items without an id are added. Other items stay as they are.',
      access: requires('finance:write'),
      params,
      body: SentBundle,
      ...checkedBundle,
      errors: ['not_found', 'period_closed', 'contribution_refused', 'conflict'],
      ifMatch: { returns: document(TransactionBundle) },
      emits: { 'transaction_bundle.updated': 'by queries' },
      direct: call => changeBundle(call, { ...writerOf(call), reason: call.body.reason }, call.params.id, call.body),
    }),

    remove: del('/v1/transaction_bundles/:id', {
      summary: 'Delete a bundle. Its history stays readable.',
      access: requires('finance:write'),
      params,
      returns: data({ message: Type.String(), transaction_bundle_id: Id }),
      errors: ['not_found', 'period_closed', 'conflict'],
      ifMatch: { returns: document(TransactionBundle) },
      emits: { 'transaction_bundle.deleted': 'by queries' },
      direct: call => {
        const { id } = call.params
        const value = { message: 'The transaction bundle was deleted.', transaction_bundle_id: id }
        return deleteBundle(call, writerOf(call), id, value)
      },
    }),

    readHistory: get('/v1/transaction_bundles/:id/history', {
      summary: 'Read the history of a bundle, oldest entry first.',
      access: requires('finance:read'),
      description:
        'A page with very large states ends before `limit`. Continue with `offset` until `total` is reached.',
      params,
      query: paging(page_size_max),
      returns: documentList(HistoryEntry),
      errors: ['not_found'],
      handle: ({ sql, caller, params, query }) => readHistory(sql, caller, params.id, query),
    }),
  },
)
