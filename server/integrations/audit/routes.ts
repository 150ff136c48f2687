import { paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { get, resource } from '../../http/operation.ts'
import { cursorPage } from '../../http/response_format.ts'
import { auditCursor, listAudit } from './queries.ts'
import { AuditEntry, AuditFilters } from './schema.ts'

export const audit = resource('audit', 'Who read, exported or changed sensitive data, and when.', {
  list: get('/v1/audit', {
    summary: 'Read the audit log, newest first.',
    description:
      'Filters can be combined. Entries never change, except that the data of an erased person is removed from them.',
    access: requires('audit:read'),
    query: { limit: paging(100).limit, cursor: auditCursor.schema, ...AuditFilters },
    returns: cursorPage(AuditEntry),
    handle: ({ sql, caller, query }) => listAudit(sql, caller, query),
  }),
})
