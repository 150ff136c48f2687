import type { Static } from 'typebox'
import { recordAudit } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { page_size_max } from '../../fields.ts'
import { readContacts } from '../core/read.ts'
import { visibleScope } from '../core/restriction.ts'
import { countContacts, findContacts, type TotalMode } from './engine/find.ts'
import { parseQuery, permittedQuery } from './engine/parse.ts'
import { conditionsIn, type SearchQuery } from './engine/query_tree.ts'
import type { AdvancedSearch } from './schema.ts'

const query_location = 'body.data.advanced_search.query'

/** Finds the ids of the page, then reads the contacts under row-level security. */
export async function searchContacts(
  sql: Sql,
  caller: Caller,
  sent: Static<typeof AdvancedSearch>,
  request_id: string,
) {
  const query = await permittedQuery(sql, caller, parseQuery(sent.query, query_location))
  const { sort_attr, sort_asc, cursor } = sent
  const total_mode: TotalMode = sent.with_total ? sent.total : 'none'
  const limit = Math.min(sent.per_page, page_size_max)
  const params = { query, sort_attr, sort_asc, limit, offset: sent.page * limit, cursor, total: total_mode }
  const { ids, ...found } = await findContacts(sql, caller.group_id, params, visibleScope(caller))
  const { documents, count } = await readContacts(sql, caller, ids)
  if (count > 0 && may(caller, 'contacts:sensitive'))
    await recordAudit(sql, {
      caller,
      request_id,
      kind: 'contacts.searched',
      subject: 'contacts',
      details: { by: attributesIn(query), contacts: ids },
    })
  return { documents: documents.toString(), ...found }
}

export async function countSearchResults(sql: Sql, caller: Caller, sent: unknown) {
  const query = await permittedQuery(sql, caller, parseQuery(sent, query_location))
  return countContacts(sql, caller.group_id, query, visibleScope(caller))
}

/** The attributes of a query. The values are left out: they may be personal data, which the audit log must not keep. */
const attributesIn = (query: SearchQuery) => [...new Set(conditionsIn(query).map(({ attribute }) => attribute.name))]
