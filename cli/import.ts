import { openAsBlob } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type Client, connect } from '../sdk/client.ts'
import type { Import } from '../sdk/operations.ts'
import { startedIn } from '../server/config.ts'
import { type Command, CommandError, UsageError, wholeNumber } from './command.ts'
import { isPaymentLabel, undoPayments } from './import_payments.ts'
import { resolveTarget, targetOptions } from './profiles.ts'
import { maskControlCharacters } from './tables.ts'

const rules = ['external_id', 'mail', 'name_and_birthdate', 'id', 'nothing']

export const importFile: Command = {
  about: 'Takes over the contacts of a CSV file, also as NationBuilder, CiviCRM and Action Network export them.',
  argument: 'file',
  options: {
    'dry-run': { about: 'only tell what would happen', flag: true },
    match: { about: `how a row finds its person: ${rules.join(', ')}; the surest one when left out` },
    tags: { about: 'put on everybody in the file, with commas' },
    yes: { about: 'take it over although there is something to look at first', flag: true },
    ...targetOptions,
  },
  run: async ({ argument, options, flags }) => {
    if (!argument) throw new UsageError('muster import needs the file.')
    const { match, tags } = options
    if (match && !rules.includes(match)) throw new UsageError(`--match is one of ${rules.join(', ')}.`)
    const muster = connect(resolveTarget(options))
    const file = await fileAt(resolve(startedIn(), argument)).catch(() => {
      throw new UsageError(`${argument} cannot be read.`)
    })
    const { id } = (await muster.imports.upload({ name: basename(argument), file })).data
    const settings = { ...(match && { match }), ...(tags && { tags: tags.split(',').map(tag => tag.trim()) }) }
    if (Object.keys(settings).length > 0) await muster.imports.update({ id, data: settings as object })
    const checked = await runStep(muster, id, 'check')
    const told = [describeColumns(checked), describeOutcome('Would be', checked.check)]
    if (flags.has('dry-run')) return [...told, `Nothing was taken over. It is import ${id}.`].join('\n')
    if (checked.check!.warnings.length > 0 && !flags.has('yes'))
      throw new CommandError(
        [...told, `Nothing was taken over. Look at this first, or add --yes. It is import ${id}.`].join('\n'),
      )
    const done = await runStep(muster, id, 'run')
    return [told[0], describeOutcome('Was', done.run), `"muster import undo ${id}" takes it back.`].join('\n')
  },
}

export const importUndo: Command = {
  about: 'Takes back what an import did and nobody has changed since, and says what was left.',
  argument: 'number',
  options: targetOptions,
  run: async ({ argument, options }) => {
    if (isPaymentLabel(argument)) return undoPayments(connect(resolveTarget(options)), argument!)
    const id = wholeNumber(argument, 'number', { from: 1, to: Number.MAX_SAFE_INTEGER })
    if (id === undefined)
      throw new UsageError('muster import undo needs the number of the import, or the name of one of payments.')
    const muster = connect(resolveTarget(options))
    await runStep(muster, id, 'undo')
    const kept: string[] = []
    for await (const { contact_id, reason } of muster.each('imports.kept', { id }))
      kept.push(`  contact ${contact_id}: ${maskControlCharacters(reason)}`)
    return [`Import ${id} was taken back.`, ...(kept.length > 0 ? ['Left as they are:', ...kept] : [])].join('\n')
  },
}

const pause_ms = 300

/** Sets it to work and waits for the end. */
async function runStep(muster: Client, id: number, what: 'check' | 'run' | 'undo'): Promise<Import> {
  const begun = (await muster.imports[what]({ id })).data
  const job = begun[`${what}_job_id`]!
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
    `Found by ${match}. Columns:`,
    ...columns.map(({ header, field }) => `  ${maskControlCharacters(header)} → ${field ?? '(left out)'}`),
  ].join('\n')

function describeOutcome(what: string, outcome: Import['check']) {
  if (!outcome) return ''
  const { created, updated, unchanged, refused, reasons, warnings } = outcome
  return [
    `${what} created: ${created}, updated: ${updated}, unchanged: ${unchanged}, refused: ${refused}.`,
    ...reasons.map(({ reason, count }) => `  refused ${count}: ${maskControlCharacters(reason)}`),
    ...warnings.map(warning => `  look: ${maskControlCharacters(warning)}`),
  ].join('\n')
}

const fileAt = async (path: string) => openAsBlob(path)
