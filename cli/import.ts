import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type Client, connect } from '../sdk/client.ts'
import type { Import } from '../sdk/operations.ts'
import { CommandError, type ParsedArgs, UsageError } from './command.ts'
import { muster, startedIn } from './environment.ts'
import { whenInterrupted } from './interruption.ts'
import type { Output } from './output.ts'
import { signedInTarget } from './profiles.ts'
import { maskControlCharacters } from './tables.ts'
import type { Terminal } from './terminal.ts'

export async function importFile(
  { argument = '', options, flags }: ParsedArgs,
  { progress }: Terminal,
): Promise<Output> {
  const { match, tags } = options
  const client = connect(signedInTarget(options))
  const file = await fileAt(resolve(startedIn(), argument)).catch(() => {
    throw new UsageError(`${argument} cannot be read.`)
  })
  progress(`Uploading ${basename(argument)}`)
  const { id } = (await client.imports.upload({ name: basename(argument), file })).data
  whenInterrupted(() => `Nothing was imported. The uploaded file is import ${id} on the server.`)
  const settings = { ...(match && { match }), ...(tags && { tags: tags.split(',').map(tag => tag.trim()) }) }
  if (Object.keys(settings).length > 0) await client.imports.update({ id, data: settings as object })
  const checked = await runStep(client, id, 'check', progress)
  const preview = [describeColumns(checked), describeOutcome('Preview', checked.check)]
  if (flags.has('dry-run'))
    return { text: [...preview, `Nothing was imported. This is import ${id}.`].join('\n'), data: checked }
  if (checked.check && checked.check.warnings.length > 0 && !flags.has('yes'))
    throw new CommandError(
      [...preview, `Nothing was imported. Check the warnings, or add --yes. This is import ${id}.`].join('\n'),
      checked,
    )
  const undo = `"${muster} import undo ${id}"`
  whenInterrupted(() => `The server continues with import ${id}. Undo it with ${undo} when it is done.`)
  const done = await runStep(client, id, 'run', progress)
  return { text: [preview[0], describeOutcome('Imported', done.run), `Undo with ${undo}.`].join('\n'), data: done }
}

export async function undoImportCommand({ argument = '', options }: ParsedArgs, terminal: Terminal): Promise<Output> {
  if (/^payments-[0-9a-f]{12}$/.test(argument)) {
    const { undoPayments } = await import('./payments/undo.ts')
    return undoPayments(connect(signedInTarget(options)), argument, terminal)
  }
  if (!/^\d{1,15}$/.test(argument))
    throw new UsageError(`${muster} import undo needs the ID of an import, or the label of a payment import.`)
  const id = Number(argument)
  const client = connect(signedInTarget(options))
  whenInterrupted(() => `The server continues to undo import ${id}.`)
  await runStep(client, id, 'undo', terminal.progress)
  const kept: { contact_id: number; reason: string }[] = []
  for await (const { contact_id, reason } of client.each('imports.listKept', { id })) kept.push({ contact_id, reason })
  const lines = kept.map(({ contact_id, reason }) => `  contact ${contact_id}: ${maskControlCharacters(reason)}`)
  const text = [`Import ${id} undone.`, ...(kept.length > 0 ? ['Kept:', ...lines] : [])].join('\n')
  return { text, data: { id, kept } }
}

const pause_ms = 300

const stepTexts = { check: 'Checking the file', run: 'Importing', undo: 'Undoing' }

/** Starts the job of a step and waits until it is done. */
async function runStep(
  muster: Client,
  id: number,
  what: keyof typeof stepTexts,
  progress: Terminal['progress'],
): Promise<Import> {
  const begun = (await muster.imports[what]({ id })).data
  const job = begun[`${what}_job_id`]
  if (job === null) throw new CommandError(`The server started no job for import ${id}.`)
  for (;;) {
    const { state, error, done, total } = (await muster.jobs.read({ id: job })).data
    progress(`${stepTexts[what]}${total > 0 ? ` ${Math.floor((100 * done) / total)} %` : ''}`)
    if (state === 'done') return (await muster.imports.read({ id })).data
    if (state === 'failed' || state === 'cancelled')
      throw new CommandError(maskControlCharacters(`The import was ${state}. ${error}`.trim()))
    await new Promise(resolve => setTimeout(resolve, pause_ms))
  }
}

const describeColumns = ({ columns, match }: Import) =>
  [
    `Matched by ${match}. Columns:`,
    ...columns.map(({ header, field }) => `  ${maskControlCharacters(header)} → ${field ?? '(ignored)'}`),
  ].join('\n')

function describeOutcome(title: 'Preview' | 'Imported', outcome: Import['check']) {
  if (!outcome) return ''
  const { created, updated, unchanged, refused, reasons, cell_reasons, warnings } = outcome
  return [
    `${title}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused.`,
    ...reasons.map(({ reason, count }) => `  refused ${count}: ${maskControlCharacters(reason)}`),
    ...cell_reasons.map(
      ({ reason, code, count }) =>
        `  ${code === 'not_a_phone' ? 'marked' : 'left empty'} ${count}: ${maskControlCharacters(reason)}`,
    ),
    ...warnings.map(({ message }) => `  warning: ${maskControlCharacters(message)}`),
  ].join('\n')
}

const fileAt = async (path: string) => openAsBlob(path)
