import { ApiError } from '../../errors.ts'
import type { JobStep } from '../../jobs/queue.ts'
import { countContacts, findContacts } from '../search/engine/find.ts'
import { parseQuery, permittedQuery } from '../search/engine/parse.ts'
import { changeTags } from './change_queries.ts'
import { checkMayTag } from './queries.ts'
import { contacts_at_once_max } from './schema.ts'

interface StoredTagChange {
  added: string[]
  removed: string[]
  query: unknown
}

/** Processes the matching contacts in the order of their ids, so that each comes once even if the query depends on the tags. */
const step: JobStep = async ({ sql, caller, job }) => {
  const { group_id } = caller
  const [change] = await sql<StoredTagChange[]>`
    select added, removed, query from tag_changes where group_id = ${group_id} and id = ${job.subject_id}`
  if (!change?.query)
    throw new ApiError('conflict', 'The query of this tag change was deleted. Start the change again.')
  checkMayTag(caller)
  const query = await permittedQuery(sql, caller, parseQuery(change.query, 'query'))
  const { cursor, done }: { cursor?: string; done: number } = { done: 0, ...job.position }
  const total = cursor === undefined ? await countContacts(sql, group_id, query, 'unrestricted') : job.total
  const search = {
    query,
    sort_attr: 'id',
    sort_asc: true,
    limit: contacts_at_once_max,
    offset: 0,
    cursor,
    total: 'none' as const,
  }
  const { ids, next_cursor } = await findContacts(sql, group_id, search, 'unrestricted')
  const names = { add: change.added, remove: change.removed }
  const { matched, changed } = await changeTags(sql, { caller, request_id: job.request }, ids, names)
  const ended = next_cursor === null
  await sql`
    update tag_changes
    set matched = matched + ${matched}, changed = changed + ${changed}, query = case when ${ended} then null else query end
    where group_id = ${group_id} and id = ${job.subject_id}`
  const reached = done + matched
  return {
    position: { cursor: next_cursor, done: reached },
    result: {},
    done: reached,
    total: Math.max(total, reached),
    over: ended,
  }
}

export const tagJobSteps: Record<string, JobStep> = { tag_contacts: step }
