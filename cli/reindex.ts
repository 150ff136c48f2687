import type { Config } from '../server/config.ts'
import { correctIndex, indexedIdsAfter, outdatedContacts } from '../server/contacts/core/search_index.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { CommandError, type ParsedArgs } from './command.ts'
import { withDatabase } from './database.ts'
import { muster } from './environment.ts'
import { whenInterrupted } from './interruption.ts'
import { message, type Output } from './output.ts'
import { spacesOf } from './spaces.ts'
import type { Terminal } from './terminal.ts'

const contacts_at_once = 1000

export function reindex({ flags }: ParsedArgs, config: Config, terminal: Terminal): Promise<Output> {
  const check = flags.has('check')
  const counts = { compared: 0, differing: 0 }
  whenInterrupted(() =>
    check
      ? `${counts.compared} contacts were compared. Nothing was changed.`
      : `${counts.compared} contacts were compared, and ${counts.differing} corrections are kept. Run the command again to compare the rest.`,
  )
  return withDatabase(config, async ({ url }) => {
    await reindexSpaces(url, check, counts, () => terminal.progress(`${counts.compared} contacts compared`))
    const { compared, differing } = counts
    if (check && differing > 0)
      throw new CommandError(
        `${differing} of ${compared} contacts differ from the search index. To correct it, run "${muster} reindex".`,
        counts,
      )
    return message(`${compared} contacts compared with the search index, ${differing} corrected.`, counts)
  })
}

/** Compares the contacts of all spaces page by page, and indexes again those that differ. */
async function reindexSpaces(
  url: string,
  check: boolean,
  counts: { compared: number; differing: number },
  onProgress: () => void,
) {
  const pool = new Pool({ url, role: 'muster_app', connections: 1, statement_timeout_ms: 600_000 })
  try {
    for (const { id: group_id } of await spacesOf(url)) {
      for (let ids = [0]; ids.length > 0; ) {
        const after = ids.at(-1) ?? 0
        ids = await pool.read({ group_id }, sql => indexedIdsAfter(sql, group_id, after, contacts_at_once))
        const outdated = await pool.read({ group_id }, sql => outdatedContacts(sql, group_id, ids))
        if (outdated.length > 0 && !check) await pool.write({ group_id }, sql => correctIndex(sql, group_id, outdated))
        counts.compared += ids.length
        counts.differing += outdated.length
        onProgress()
      }
    }
  } finally {
    await pool.end()
  }
}
