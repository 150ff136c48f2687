import { Pool } from '../server/db/pool/pool.ts'
import { parseSealCode, readSeal, sealCode, sealHistory } from '../server/money/core/seals.ts'
import { verifyPayments } from '../server/money/transaction_bundles/verify.ts'
import { type Command, CommandError, withDatabase } from './command.ts'
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
    const noted = parseHeads(options['head'])
    const { heads, checked, lines } = await withDatabase(config, ({ url }) => verifyAll(url, noted))
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

type NotedHead = NonNullable<ReturnType<typeof parseSealCode>>

function parseHeads(text: string | undefined): NotedHead[] {
  return (text?.split(',') ?? []).map(part => {
    const note = parseSealCode(part)
    if (!note)
      throw new CommandError(`"${part.trim()}" is no head. It looks like 1.27.03ab-…, as muster verify printed it.`)
    return note
  })
}

async function verifyAll(url: string, noted: NotedHead[]) {
  const spaces = await spacesOf(url)
  const patience = { connections: 1, statement_timeout_ms: 3_600_000 }
  const worker = new Pool({ url, role: 'muster_worker', ...patience })
  const pool = new Pool({ url, role: 'muster_app', ...patience })
  try {
    const heads = await sealAll(worker, spaces)
    const { checked, lines } = await verifySpaces(pool, spaces)
    for (const note of noted) lines.push(...(await compareWithHead(pool, note)))
    return { heads, checked, lines }
  } finally {
    await Promise.all([worker.end(), pool.end()])
  }
}

/** Seals all that has been written until now, and tells the last seal of each space. */
async function sealAll(worker: Pool, spaces: { id: number; name: string }[]) {
  const heads: { name: string; head: string }[] = []
  for (const { id: group_id, name } of spaces) {
    while (await worker.write({ group_id }, sql => sealHistory(sql, group_id, { everything: true })));
    const last = await worker.read({ group_id }, sql => readSeal(sql, group_id, 'last'))
    if (last) heads.push({ name, head: sealCode(last) })
  }
  return heads
}

async function verifySpaces(pool: Pool, spaces: { id: number }[]) {
  const lines: string[] = []
  let checked = 0
  for (const { id } of spaces) {
    for await (const page of verifyPayments(work => pool.snapshot({ group_id: id }, work), id)) {
      checked += page.checked
      for (const { transaction_bundle_id: bundle, what } of page.findings)
        lines.push(`space ${id}${bundle === null ? '' : `, bundle ${bundle}`}: ${what}`)
    }
  }
  return { checked, lines }
}

/** What a note says against what is there. That the seals themselves hold is checked apart. */
async function compareWithHead(pool: Pool, { group_id, number, text }: NotedHead) {
  const seal = await pool.read({ group_id }, sql => readSeal(sql, group_id, number))
  if (!seal) return [`space ${group_id}: seal ${number} was noted, and there is none`]
  return sealCode(seal) === text ? [] : [`space ${group_id}: seal ${number} is not the one that was noted`]
}
