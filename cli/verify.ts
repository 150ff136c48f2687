import type { Pool } from '../server/db/pool.ts'
import { verifyBundles } from '../server/money/transaction_bundles/verify.ts'
import { type Command, CommandError, withDatabase, withPool } from './command.ts'
import { spacesOf } from './spaces.ts'

const findings_max = 100

export const verify: Command = {
  about: 'Checks the books: every seal in the history, and what it tells against what is there.',
  run: async (_, config) => {
    const spaces = await withDatabase(config, spacesOf)
    const { checked, lines } = await withPool(config, pool => verifyAll(pool, spaces))
    if (lines.length === 0) return `${checked} bundles checked: every seal holds, and the history tells what is there.`
    const more = lines.length > findings_max ? `\n… and ${lines.length - findings_max} more` : ''
    throw new CommandError(
      `${lines.slice(0, findings_max).join('\n')}${more}\n\n${checked} bundles checked, ${lines.length} findings.`,
    )
  },
}

async function verifyAll(pool: Pool, spaces: { id: number }[]) {
  const lines: string[] = []
  let checked = 0
  for (const { id } of spaces) {
    await pool.read({ group_id: id }, async sql => {
      for await (const page of verifyBundles(sql, id)) {
        checked += page.checked
        for (const { transaction_bundle_id, what } of page.findings)
          lines.push(`space ${id}, bundle ${transaction_bundle_id}: ${what}`)
      }
    })
  }
  return { checked, lines }
}
