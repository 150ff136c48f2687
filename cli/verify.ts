import { Pool } from '../server/db/pool/pool.ts'
import { parseSealCode, readSeal, sealCode, sealHistory } from '../server/money/core/seals.ts'
import { verifyPayments } from '../server/money/transaction_bundles/verify.ts'
import { type Command, CommandError } from './command.ts'
import { withDatabase } from './database.ts'
import { spacesOf } from './spaces.ts'

const findings_max = 100

export const verify: Command = {
  about:
    'Check that payments were not altered outside Muster: compares seals, history, payments, totals and the ledger. Prints the last seal code of each space.',
  options: {
    'seal-code': {
      about: 'Seal codes noted earlier, separated by commas. Checks that payments up to these seals are unchanged',
    },
  },
  run: async ({ options }, config) => {
    const noted = parseSealCodes(options['seal-code'])
    const { codes, checked, lines } = await withDatabase(config, ({ url }) => verifyAll(url, noted))
    if (lines.length > 0) {
      const more = lines.length > findings_max ? `\n… and ${lines.length - findings_max} more` : ''
      throw new CommandError(
        `${lines.slice(0, findings_max).join('\n')}${more}\n\n${checked} bundles checked, ${lines.length} findings.`,
      )
    }
    return [
      `${checked} bundles checked: all seals intact; history, payments and ledger agree.`,
      ...noted.map(({ text }) => `Payments up to seal ${text} are unchanged.`),
      ...(codes.length > 0
        ? [
            '',
            'Note these seal codes on paper. To check later that payments are unchanged, pass them with --seal-code:',
          ]
        : []),
      ...codes.map(({ name, code }) => `  ${code}  ${name}`),
    ].join('\n')
  },
}

type NotedSeal = NonNullable<ReturnType<typeof parseSealCode>>

function parseSealCodes(text: string | undefined): NotedSeal[] {
  return (text?.split(',') ?? []).map(part => {
    const note = parseSealCode(part)
    if (!note)
      throw new CommandError(
        `"${part.trim()}" is not a seal code. A seal code looks like 1.27.03ab-…; "muster verify" prints it.`,
      )
    return note
  })
}

async function verifyAll(url: string, noted: NotedSeal[]) {
  const spaces = await spacesOf(url)
  const timeouts = { connections: 1, statement_timeout_ms: 3_600_000 }
  const worker = new Pool({ url, role: 'muster_worker', ...timeouts })
  const pool = new Pool({ url, role: 'muster_app', ...timeouts })
  try {
    const codes = await sealAll(worker, spaces)
    const { checked, lines } = await verifySpaces(pool, spaces)
    for (const note of noted) lines.push(...(await compareWithStored(pool, note)))
    return { codes, checked, lines }
  } finally {
    await Promise.all([worker.end(), pool.end()])
  }
}

/** Seals everything written so far and returns the last seal code of each space. */
async function sealAll(worker: Pool, spaces: { id: number; name: string }[]) {
  const codes: { name: string; code: string }[] = []
  for (const { id: group_id, name } of spaces) {
    while (await worker.write({ group_id }, sql => sealHistory(sql, group_id, { everything: true })));
    const last = await worker.read({ group_id }, sql => readSeal(sql, group_id, 'last'))
    if (last) codes.push({ name, code: sealCode(last) })
  }
  return codes
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

/** Compares a noted seal code with the stored seal. verifyPayments checks the seals themselves. */
async function compareWithStored(pool: Pool, { group_id, number, text }: NotedSeal) {
  const seal = await pool.read({ group_id }, sql => readSeal(sql, group_id, number))
  if (!seal) return [`space ${group_id}: seal ${number} was noted and is missing`]
  return sealCode(seal) === text ? [] : [`space ${group_id}: seal ${number} differs from the noted seal code`]
}
