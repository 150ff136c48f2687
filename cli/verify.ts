import type { Config } from '../server/config.ts'
import type { Pool } from '../server/db/pool.ts'
import { noteOf, readNote, sealBooks, sealNumbered } from '../server/money/seals.ts'
import { verifyBooks } from '../server/money/transaction_bundles/verify.ts'
import { type Command, CommandError, withDatabase, withPool } from './command.ts'
import { spacesOf } from './spaces.ts'

const findings_max = 100

export const verify: Command = {
  about:
    'Checks the books: every seal in the history, what it tells against what is there, and what was added up. Prints a head to note.',
  options: {
    head: {
      about: 'a head that was noted before, or several with commas between: are the books up to it still the same?',
    },
  },
  run: async ({ options }, config) => {
    const noted = notesIn(options['head'])
    const spaces = await withDatabase(config, spacesOf)
    const heads = await sealAll(config, spaces)
    const { checked, lines } = await withPool(config, async pool => {
      const found = await verifyAll(pool, spaces)
      for (const note of noted) found.lines.push(...(await unlikeNote(pool, note)))
      return found
    })
    if (lines.length > 0) {
      const more = lines.length > findings_max ? `\n… and ${lines.length - findings_max} more` : ''
      throw new CommandError(
        `${lines.slice(0, findings_max).join('\n')}${more}\n\n${checked} bundles checked, ${lines.length} findings.`,
      )
    }
    return [
      `${checked} bundles checked: every seal holds, and the history tells what is there.`,
      ...noted.map(({ text }) => `The books up to ${text} are those that were noted.`),
      ...(heads.length > 0
        ? ['', 'Note these on paper, and give them back with --head when you want to be sure:']
        : []),
      ...heads.map(({ name, head }) => `  ${head}  ${name}`),
    ].join('\n')
  },
}

type Note = NonNullable<ReturnType<typeof readNote>>

function notesIn(text: string | undefined): Note[] {
  return (text?.split(',') ?? []).map(part => {
    const note = readNote(part)
    if (!note)
      throw new CommandError(`"${part.trim()}" is no head. It looks like 1.27.03ab-…, as muster verify printed it.`)
    return note
  })
}

/** Seals all that has been written until now, and tells the last seal of each space. */
const sealAll = (config: Config, spaces: { id: number; name: string }[]) =>
  withPool(
    config,
    async worker => {
      const heads: { name: string; head: string }[] = []
      for (const { id: group_id, name } of spaces) {
        while (await worker.write({ group_id }, sql => sealBooks(sql, group_id, { everything: true })));
        const last = await worker.read({ group_id }, sql => sealNumbered(sql, group_id, 'last'))
        if (last) heads.push({ name, head: noteOf(last) })
      }
      return heads
    },
    'muster_worker',
  )

async function verifyAll(pool: Pool, spaces: { id: number }[]) {
  const lines: string[] = []
  let checked = 0
  for (const { id } of spaces) {
    for await (const page of verifyBooks(work => pool.snapshot({ group_id: id }, work), id)) {
      checked += page.checked
      for (const { transaction_bundle_id, what } of page.findings)
        lines.push(
          transaction_bundle_id === null
            ? `space ${id}: ${what}`
            : `space ${id}, bundle ${transaction_bundle_id}: ${what}`,
        )
    }
  }
  return { checked, lines }
}

/** What a note says against what is there. That the seals themselves hold is checked apart. */
async function unlikeNote(pool: Pool, { group_id, number, text }: Note) {
  const seal = await pool.read({ group_id }, sql => sealNumbered(sql, group_id, number))
  if (!seal) return [`space ${group_id}: seal ${number} was noted, and there is none`]
  return noteOf(seal) === text ? [] : [`space ${group_id}: seal ${number} is not the one that was noted`]
}
