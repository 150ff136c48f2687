import { requires } from '../../http/access.ts'
import { post, resource } from '../../http/operation.ts'
import { csv } from '../../http/response_format.ts'
import { costOfQuery } from '../search/engine/parse.ts'
import { exportedLines, recordExport } from './queries.ts'
import { ExportParams } from './schema.ts'

export const exports = resource('exports', 'Export contacts as CSV, with an entry in the audit log.', {
  download: post('/v1/exports/contacts.csv', {
    summary: 'Download contacts as CSV.',
    description:
      'The audit log records the reason, the user and the number of contacts before the first line is sent. ' +
      'A text that begins like a formula gets an apostrophe in front, a telephone number does not. People who opted out (`black_list`) are left out unless ' +
      '`include_do_not_contact` is true. Tags and `forms` need `contacts:sensitive`.',
    access: requires('contacts:export'),
    body: ExportParams,
    cost: ({ body }) => costOfQuery(body.query),
    returns: csv,
    beforeStream: ({ sql, caller, body, request }) => recordExport(sql, caller, request.id, body),
    handle: async ({ sql, caller, body }) => exportedLines(sql, caller, body),
  }),
})
