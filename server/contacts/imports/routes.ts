import { Type } from 'typebox'
import { Id, Name, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, patch, post, resource } from '../../http/operation.ts'
import { csv, page, record } from '../../http/response_format.ts'
import { CellCorrections, CorrectedCells, cellEffects, ImportCell } from './cell_schema.ts'
import { correctCells, wrongCells } from './corrections.ts'
import { refusedRows } from './file_queries.ts'
import {
  discardImport,
  listImports,
  localeOf,
  lockImport,
  readableFile,
  readImport,
  saveImport,
  startImportJob,
} from './queries.ts'
import { refusedCsv } from './refused.ts'
import { Import, ImportSettingsChange, ImportSummary, KeptContact } from './schema.ts'
import { changeImportSettings } from './settings.ts'
import { listKeptContacts } from './undo_queries.ts'
import { beginUpload, encodingOf, inspectFile, storeUploaded } from './upload.ts'

const params = { id: Id }
const access = requires('contacts:write')
const file_bytes_max = 100 * 1024 * 1024

export const imports = resource('imports', 'Import contacts from CSV files, with a dry run and an undo.', {
  list: get('/v1/imports', {
    summary: 'List imports, newest first.',
    access,
    query: paging(100),
    returns: page(ImportSummary),
    handle: ({ sql, caller, query }) => listImports(sql, caller, query),
  }),

  upload: post('/v1/imports', {
    summary: 'Upload a CSV file of contacts.',
    description:
      'The file itself is the body, up to 100 MB, in UTF-8 or Windows-1252, with a row of column names. ' +
      'Nothing is imported yet: the response shows how the file would be read.',
    access,
    query: { name: Type.String({ ...Name, examples: ['Signatures of May'] }) },
    upload: {
      media: 'text/csv',
      bytes_max: file_bytes_max,
      begin: ({ sql, caller, query }) => beginUpload(sql, caller, query.name),
      append: ({ sql, caller }, draft, chunk, position) => storeUploaded(sql, caller, draft, chunk, position),
      discard: ({ sql, caller }, draft) => discardImport(sql, caller, draft.id),
    },
    returns: record(Import),
    handle: async ({ sql, caller, draft }) => {
      const { id, bytes } = draft
      const looked = await inspectFile(sql, caller, { id, bytes, encoding: encodingOf(draft) })
      await saveImport(sql, caller, id, { bytes, ...looked })
      return readImport(sql, caller, id)
    },
  }),

  read: get('/v1/imports/:id', {
    summary: 'Read an import: its settings and its outcome.',
    access,
    params,
    returns: record(Import),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readImport(sql, caller, params.id),
  }),

  update: patch('/v1/imports/:id', {
    summary: 'Change how the file is read.',
    description: 'Columns are named by their index, since two may have the same header. What is not sent stays.',
    access,
    params,
    body: ImportSettingsChange,
    returns: record(Import),
    errors: ['not_found', 'conflict'],
    handle: ({ sql, caller, params, body }) => changeImportSettings(sql, caller, params.id, body),
  }),

  check: post('/v1/imports/:id/check', {
    summary: 'Start a dry run, which shows what the import would do.',
    description: 'A job; see `check_job_id`. Tags and answers need `contacts:sensitive`.',
    access,
    params,
    returns: record(Import),
    errors: ['not_found', 'conflict'],
    handle: async ({ sql, caller, params: { id }, request }) => {
      await lockImport(sql, caller, id, ['ready', 'checked'], 'This import is running or finished.')
      return startImportJob(sql, caller, id, 'check', request.id)
    },
  }),

  run: post('/v1/imports/:id/run', {
    summary: 'Import the file.',
    description:
      'A job; see `run_job_id`. A stopped import can be run again: rows that were imported match their contacts and change nothing.',
    access,
    params,
    returns: record(Import),
    errors: ['not_found', 'conflict'],
    emits: { 'contact.created': 'by queries', 'contact.updated': 'by queries' },
    handle: async ({ sql, caller, params: { id }, request }) => {
      await lockImport(sql, caller, id, ['ready', 'checked', 'stopped'], 'This import is running or finished.')
      return startImportJob(sql, caller, id, 'run', request.id)
    },
  }),

  undo: post('/v1/imports/:id/undo', {
    summary: 'Undo an import.',
    description:
      'A job; see `undo_job_id`. Restores changed contacts and deletes created ones, except those that were changed or used since.',
    access,
    params,
    returns: record(Import),
    errors: ['not_found', 'conflict'],
    emits: { 'contact.updated': 'by queries', 'contact.deleted': 'by queries' },
    handle: async ({ sql, caller, params: { id }, request }) => {
      await lockImport(
        sql,
        caller,
        id,
        ['done', 'stopped'],
        'Only an import that has run can be undone, and only once.',
      )
      return startImportJob(sql, caller, id, 'undo', request.id)
    },
  }),

  listCells: get('/v1/imports/:id/cells', {
    summary: 'List the cells that do not fit their field, each with the reason.',
    description:
      'Of the last dry run or run, in the order of the file. The rows are imported without these cells, unless `effect` says otherwise. ' +
      'An import lists up to 100 000 cells; its outcome counts all of them. The reasons are in the language of the caller, English or French.',
    access,
    params,
    query: {
      ...paging(100),
      include_corrected: Type.Boolean({ default: false, description: 'Also list cells with a valid correction.' }),
      effect: Type.Optional(Type.Enum([...cellEffects], { description: 'Only cells with this effect.' })),
    },
    returns: page(ImportCell),
    errors: ['not_found'],
    handle: async ({ sql, caller, params, query }) =>
      wrongCells(sql, caller, params.id, query, await localeOf(sql, caller)),
  }),

  correctCells: patch('/v1/imports/:id/cells', {
    summary: 'Correct cells that the dry run listed.',
    description:
      'The corrections are stored beside the file and checked at once; the next dry run or run uses them. ' +
      'Up to 1000 cells in a call, and 10 000 in an import. They are deleted with the file.',
    access,
    params,
    body: CellCorrections,
    returns: record(CorrectedCells),
    errors: ['not_found', 'conflict'],
    handle: async ({ sql, caller, params, body }) =>
      correctCells(sql, caller, params.id, body.cells, await localeOf(sql, caller)),
  }),

  listKept: get('/v1/imports/:id/kept', {
    summary: 'List the contacts that an undo kept, with the reasons.',
    access,
    params,
    query: paging(100),
    returns: page(KeptContact),
    errors: ['not_found'],
    handle: async ({ sql, caller, params, query }) => {
      await readImport(sql, caller, params.id)
      return listKeptContacts(sql, caller.group_id, params.id, query)
    },
  }),

  exportRefused: get('/v1/imports/:id/refused.csv', {
    summary: 'Download the rows that were refused, each with its reason.',
    description:
      'Of the last dry run or run. Correct the rows and upload the file again. The reasons are in the language of the caller, English or French.',
    access,
    params,
    returns: csv,
    errors: ['not_found', 'conflict'],
    handle: async ({ sql, caller, params }) => {
      const file = await readableFile(sql, caller, params.id)
      return refusedCsv(
        file.settings.columns.map(({ header }) => header),
        file.separator,
        await localeOf(sql, caller),
        refusedRows(sql, file),
      )
    },
  }),
})
