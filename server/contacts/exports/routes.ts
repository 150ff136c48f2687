import { requires } from '../../http/access.ts'
import { post, resource } from '../../http/operation.ts'
import { csv } from '../../http/reply.ts'
import { costOfQuery } from '../search/engine/parse.ts'
import { exportedLines, recordExport } from './queries.ts'
import { ExportParams } from './schema.ts'

export const exports = resource('exports', 'Contacts taken out as a file, on record.', {
  contacts: post('/v1/exports/contacts.csv', {
    summary: 'Download contacts as CSV.',
    description:
      'The reason is kept in the audit log with who exported and how many, before the first line leaves. ' +
      'A text that begins like a formula gets an apostrophe in front. People who said “do not contact” (`black_list`) are left out unless ' +
      '`include_do_not_contact` is true. Tags are left out for those without `contacts:sensitive`, which `forms` need too.',
    access: requires('contacts:export'),
    body: ExportParams,
    cost: ({ body }) => costOfQuery(body.query),
    returns: csv,
    beforeStream: ({ sql, caller, body, request }) => recordExport(sql, caller, request.id, body),
    handle: async ({ sql, caller, body }) => exportedLines(sql, caller, body),
  }),
})
