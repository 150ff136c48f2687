import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type Client, connect } from '../sdk/client.ts'
import type { Import } from '../sdk/operations.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { startedIn } from './environment.ts'
import { isPaymentLabel, undoPayments } from './import_payments.ts'
import { resolveTarget, targetOptions } from './profiles.ts'
import { maskControlCharacters } from './tables.ts'

const rules = ['external_id', 'mail', 'name_and_birthdate', 'id', 'nothing']

export const importFile: Command = {
  about: 'Import contacts from a CSV file, such as an export of NationBuilder, CiviCRM or Action Network.',
  argument: 'file',
  options: {
    'dry-run': { about: 'Show the result without importing', flag: true },
    match: {
      about: `How rows are matched with existing contacts: ${rules.join(', ')}. Default: the most reliable one`,
    },
    tags: { about: 'Tags to add to every contact in the file, separated by commas' },
    yes: { about: 'Import even if there are warnings', flag: true },
    ...targetOptions,
  },
  run: async ({ argument, options, flags }) => {
    if (!argument) throw new UsageError('muster import needs a file.')
    const { match, tags } = options
    if (match && !rules.includes(match)) throw new UsageError(`--match must be one of ${rules.join(', ')}.`)
    const muster = connect(resolveTarget(options))
    const file = await fileAt(resolve(startedIn(), argument)).catch(() => {
      throw new UsageError(`${argument} cannot be read.`)
    })
    const { id } = (await muster.imports.upload({ name: basename(argument), file })).data
    const settings = { ...(match && { match }), ...(tags && { tags: tags.split(',').map(tag => tag.trim()) }) }
    if (Object.keys(settings).length > 0) await muster.imports.update({ id, data: settings as object })
    const checked = await runStep(muster, id, 'check')
    const preview = [describeColumns(checked), describeOutcome('Preview', checked.check)]
    if (flags.has('dry-run')) return [...preview, `Nothing was imported. This is import ${id}.`].join('\n')
    if (checked.check && checked.check.warnings.length > 0 && !flags.has('yes'))
      throw new CommandError(
        [...preview, `Nothing was imported. Check the warnings, or add --yes. This is import ${id}.`].join('\n'),
      )
    const done = await runStep(muster, id, 'run')
    return [preview[0], describeOutcome('Imported', done.run), `Undo with "muster import undo ${id}".`].join('\n')
  },
}

export const importUndo: Command = {
  about: 'Undo an import, except for contacts or payments that were changed since. Lists what was kept.',
  argument: 'import',
  options: targetOptions,
  run: async ({ argument, options }) => {
    if (argument && isPaymentLabel(argument)) return undoPayments(connect(resolveTarget(options)), argument)
    const id = argument && /^\d{1,15}$/.test(argument) ? Number(argument) : undefined
    if (id === undefined)
      throw new UsageError('muster import undo needs the ID of an import, or the label of a payment import.')
    const muster = connect(resolveTarget(options))
    await runStep(muster, id, 'undo')
    const kept: string[] = []
    for await (const { contact_id, reason } of muster.each('imports.listKept', { id }))
      kept.push(`  contact ${contact_id}: ${maskControlCharacters(reason)}`)
    return [`Import ${id} undone.`, ...(kept.length > 0 ? ['Kept:', ...kept] : [])].join('\n')
  },
}

const pause_ms = 300

/** Starts the job of a step and waits until it is done. */
async function runStep(muster: Client, id: number, what: 'check' | 'run' | 'undo'): Promise<Import> {
  const begun = (await muster.imports[what]({ id })).data
  const job = begun[`${what}_job_id`]
  if (job === null) throw new CommandError(`The server started no job for import ${id}.`)
  for (;;) {
    const { state, error } = (await muster.jobs.read({ id: job })).data
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
