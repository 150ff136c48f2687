import { Pool } from '../server/db/pool/pool.ts'
import { parseSealCode, readSeal, sealCode, sealHistory } from '../server/money/core/seals.ts'
import { verifyPayments } from '../server/money/transaction_bundles/verify.ts'
import { type Command, CommandError, withDatabase } from './command.ts'
import { spacesOf } from './spaces.ts'

const findings_max = 100

export const verify: Command = {
  about:
    'Verify the books: the seals of the history, the history against the payments, and the totals. Prints a head for each space.',
  options: {
    head: {
      about: 'Earlier heads, separated by commas. Verifies that the books up to them are unchanged',
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
      `${checked} bundles checked: all seals intact, history and payments agree.`,
      ...noted.map(({ text }) => `The books up to ${text} are unchanged.`),
      ...(heads.length > 0
        ? ['', 'Note these heads on paper. To check later that the books are unchanged, pass them with --head:']
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
      throw new CommandError(
        `"${part.trim()}" is not a head. A head looks like 1.27.03ab-…; "muster verify" prints it.`,
      )
    return note
  })
}

async function verifyAll(url: string, noted: NotedHead[]) {
  const spaces = await spacesOf(url)
  const timeouts = { connections: 1, statement_timeout_ms: 3_600_000 }
  const worker = new Pool({ url, role: 'muster_worker', ...timeouts })
  const pool = new Pool({ url, role: 'muster_app', ...timeouts })
  try {
    const heads = await sealAll(worker, spaces)
    const { checked, lines } = await verifySpaces(pool, spaces)
    for (const note of noted) lines.push(...(await compareWithHead(pool, note)))
    return { heads, checked, lines }
  } finally {
    await Promise.all([worker.end(), pool.end()])
  }
}

/** Seals everything written so far and returns the last seal of each space. */
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

/** Compares a noted head with the stored seal. verifyBooks checks the seals themselves. */
async function compareWithHead(pool: Pool, { group_id, number, text }: NotedHead) {
  const seal = await pool.read({ group_id }, sql => readSeal(sql, group_id, number))
  if (!seal) return [`space ${group_id}: seal ${number} was noted and is missing`]
  return sealCode(seal) === text ? [] : [`space ${group_id}: seal ${number} differs from the noted head`]
}
