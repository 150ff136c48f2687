import type { Config } from '../server/config.ts'
import { listContents, readMapContents } from '../server/contacts/core/stored_files.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { openStorage } from '../server/file_storage/open.ts'
import type { FileStorage } from '../server/file_storage/storage.ts'
import { parseSealCode, readSeal, sealCode, sealHistory } from '../server/money/core/seals.ts'
import { verifyPayments } from '../server/money/transaction_bundles/verify.ts'
import { CommandError, type ParsedArgs, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { muster } from './environment.ts'
import { whenInterrupted } from './interruption.ts'
import type { Output } from './output.ts'
import { spacesOf } from './spaces.ts'
import { maskControlCharacters } from './tables.ts'
import type { Terminal } from './terminal.ts'

const findings_max = 100

export async function verify({ options }: ParsedArgs, config: Config, terminal: Terminal): Promise<Output> {
  const noted = parseSealCodes(options['seal-code'])
  const storage = await openStorage(config)
  whenInterrupted(() => 'The check is incomplete. Nothing was changed.')
  const result = await withDatabase(config, ({ url }) => verifyAll(url, noted, storage, terminal))
  const { codes, checked, files, maps, lines } = result
  const data = {
    bundles: checked,
    files,
    maps: maps.checked,
    missing_maps: maps.lines,
    findings: lines,
    seal_codes: codes,
  }
  if (lines.length > 0) {
    const more = lines.length > findings_max ? `\n… and ${lines.length - findings_max} more` : ''
    throw new CommandError(
      [
        `${lines.slice(0, findings_max).join('\n')}${more}\n`,
        ...maps.lines,
        `${checked} bundles and ${files} files checked, ${lines.length} findings.`,
      ].join('\n'),
      data,
    )
  }
  const text = [
    `${checked} bundles checked: all seals intact; history, payments and ledger agree.`,
    ...(files > 0 ? [`${files} files checked: all of them are in ${storage.location}.`] : []),
    ...maps.lines,
    ...noted.map(({ text }) => `Payments up to seal ${text} are unchanged.`),
    ...(codes.length > 0
      ? ['', 'Note these seal codes on paper. To check later that payments are unchanged, pass them with --seal-code:']
      : []),
    ...codes.map(({ name, code }) => `  ${code}  ${name}`),
  ].join('\n')
  return { text, data }
}

type NotedSeal = NonNullable<ReturnType<typeof parseSealCode>>

function parseSealCodes(text: string | undefined): NotedSeal[] {
  return (text?.split(',') ?? []).map(part => {
    const note = parseSealCode(part)
    if (!note)
      throw new UsageError(
        `"${part.trim()}" is not a seal code. A seal code looks like 1.27.03ab-…; "${muster} verify" prints it.`,
      )
    return note
  })
}

async function verifyAll(url: string, noted: NotedSeal[], storage: FileStorage, { progress }: Terminal) {
  const spaces = await spacesOf(url)
  const timeouts = { connections: 1, statement_timeout_ms: 3_600_000 }
  const worker = new Pool({ url, role: 'muster_worker', ...timeouts })
  const pool = new Pool({ url, role: 'muster_app', ...timeouts })
  try {
    progress('Sealing the history of payments')
    const codes = await sealAll(worker, spaces)
    const { checked, lines } = await verifySpaces(pool, spaces, checked => progress(`${checked} bundles checked`))
    for (const note of noted) lines.push(...(await compareWithStored(pool, note)))
    const files = await verifyFiles(pool, spaces, storage, checked => progress(`${checked} files checked`))
    const maps = await verifyMaps(pool, spaces, storage)
    return { codes, checked, files: files.checked, maps, lines: [...lines, ...files.lines] }
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

async function verifySpaces(pool: Pool, spaces: { id: number }[], onProgress: (checked: number) => void) {
  const lines: string[] = []
  let checked = 0
  for (const { id } of spaces) {
    for await (const page of verifyPayments(work => pool.snapshot({ group_id: id }, work), id)) {
      checked += page.checked
      onProgress(checked)
      for (const { transaction_bundle_id: bundle, what } of page.findings)
        lines.push(`space ${id}${bundle === null ? '' : `, bundle ${bundle}`}: ${what}`)
    }
  }
  return { checked, lines }
}

/** Looks for each file in the storage and compares its size. */
async function verifyFiles(
  pool: Pool,
  spaces: { id: number }[],
  storage: FileStorage,
  onProgress: (checked: number) => void,
) {
  const lines: string[] = []
  let checked = 0
  for (const { id: group_id } of spaces)
    for (let after = 0, page = await filesAfter(pool, group_id, after); page.length > 0; ) {
      for (const { id, storage_key, bytes } of page) {
        onProgress(++checked)
        after = id
        const stored = await storage.sizeOf(storage_key)
        if (stored !== bytes)
          lines.push(
            `space ${group_id}, file ${id}: ${stored === undefined ? 'missing' : `${stored} bytes instead of ${bytes}`} in ${storage.location}`,
          )
      }
      page = await filesAfter(pool, group_id, after)
    }
  return { checked, lines }
}

/** Looks for the maps with streets. A missing one is no finding: backups leave maps out, and they can be uploaded again. */
async function verifyMaps(pool: Pool, spaces: { id: number }[], storage: FileStorage) {
  const lines: string[] = []
  let checked = 0
  for (const { id: group_id } of spaces) {
    const map = await pool.read({ group_id }, sql => readMapContents(sql, group_id))
    if (!map) continue
    checked++
    if ((await storage.sizeOf(map.storage_key)) !== map.bytes)
      lines.push(
        `space ${group_id}: its map with streets (${maskControlCharacters(map.name)}) is not in ${storage.location}. Upload it again in the settings.`,
      )
  }
  return { checked, lines }
}

const filesAfter = (pool: Pool, group_id: number, after: number) =>
  pool.read({ group_id }, sql => listContents(sql, group_id, after))

/** Compares a noted seal code with the stored seal. verifyPayments checks the seals themselves. */
async function compareWithStored(pool: Pool, { group_id, number, text }: NotedSeal) {
  const seal = await pool.read({ group_id }, sql => readSeal(sql, group_id, number))
  if (!seal) return [`space ${group_id}: seal ${number} was noted and is missing`]
  return sealCode(seal) === text ? [] : [`space ${group_id}: seal ${number} differs from the noted seal code`]
}
