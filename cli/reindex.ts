import { correctIndex, indexedIdsAfter, outdatedContacts } from '../server/contacts/core/search_index.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { type Command, CommandError } from './command.ts'
import { withDatabase } from './database.ts'
import { spacesOf } from './spaces.ts'

const contacts_at_once = 1000

export const reindex: Command = {
  about: 'Compare the search index with every contact and correct it. The server can run meanwhile.',
  options: { check: { about: 'Only compare. Exits with 1 if contacts differ', flag: true } },
  run: ({ flags }, config) =>
    withDatabase(config, async ({ url }) => {
      const check = flags.has('check')
      const { compared, differing } = await reindexSpaces(url, check)
      if (check && differing > 0)
        throw new CommandError(
          `${differing} of ${compared} contacts differ from the search index. To correct it, run "muster reindex".`,
        )
      return `${compared} contacts compared with the search index, ${differing} corrected.`
    }),
}

/** Compares the contacts of all spaces page by page, and indexes again those that differ. */
async function reindexSpaces(url: string, check: boolean) {
  const pool = new Pool({ url, role: 'muster_app', connections: 1, statement_timeout_ms: 600_000 })
  let [compared, differing] = [0, 0]
  try {
    for (const { id: group_id } of await spacesOf(url)) {
      for (let ids = [0]; ids.length > 0; ) {
        const after = ids.at(-1) ?? 0
        ids = await pool.read({ group_id }, sql => indexedIdsAfter(sql, group_id, after, contacts_at_once))
        const outdated = await pool.read({ group_id }, sql => outdatedContacts(sql, group_id, ids))
        if (outdated.length > 0 && !check) await pool.write({ group_id }, sql => correctIndex(sql, group_id, outdated))
        compared += ids.length
        differing += outdated.length
      }
    }
    return { compared, differing }
  } finally {
    await pool.end()
  }
}
