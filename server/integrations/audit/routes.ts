import { recordAudit } from '../../access/audit.ts'
import { paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { csv, cursorPage } from '../../http/response_format.ts'
import { AuditSort, auditCsv, auditCursor, listAudit } from './queries.ts'
import { AuditCsvParams, AuditEntry, AuditFilters } from './schema.ts'

export const audit = resource('audit', 'Who read, exported or changed sensitive data, and when.', {
  list: get('/v1/audit', {
    summary: 'Read the audit log, newest first unless sorted otherwise.',
    description:
      'Filters can be combined. Entries never change, except that the data of an erased person is removed from them.',
    access: requires('audit:read'),
    query: { limit: paging(100).limit, sort: AuditSort, cursor: auditCursor.schema, ...AuditFilters },
    returns: cursorPage(AuditEntry),
    handle: ({ sql, caller, query }) => listAudit(sql, caller, query),
  }),

  export: get('/v1/audit.csv', {
    summary: 'Download the audit log, newest first.',
    access: requires('audit:read'),
    query: AuditCsvParams,
    returns: csv,
    beforeStream: async ({ sql, caller, request, query: { separator, ...details } }) => {
      const entry = { kind: 'audit.exported', subject: 'audit', subject_id: null, details }
      await recordAudit(sql, { caller, request_id: request.id, ...entry })
      return {}
    },
    handle: async ({ sql, caller, query: { separator, ...filters } }) => auditCsv(sql, caller, filters, separator),
  }),
})
