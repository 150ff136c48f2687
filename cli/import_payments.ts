import { resolve } from 'node:path'
import { type Client, connect } from '../sdk/client.ts'
import { isCurrency } from '../server/fields.ts'
import { CommandError, type ParsedArgs, requiredOption, UsageError } from './command.ts'
import { muster, startedIn } from './environment.ts'
import { whenInterrupted } from './interruption.ts'
import type { Output } from './output.ts'
import { matchColumns, parseColumnMap, parseValueMap, sourceSystems } from './payments/columns.ts'
import { createPayments } from './payments/create.ts'
import { type PaymentFile, readPayments, writeRefused } from './payments/file.ts'
import { type ImportOptions, planImport } from './payments/plan.ts'
import { describeColumns, describeOutcome, outcomeData } from './payments/report.ts'
import { signedInTarget } from './profiles.ts'
import type { Terminal } from './terminal.ts'

export async function importPayments(
  { argument = '', options, flags }: ParsedArgs,
  terminal: Terminal,
): Promise<Output> {
  const from = requiredOption(options, 'from') as keyof typeof sourceSystems
  const system = sourceSystems[from]
  const path = resolve(startedIn(), argument)
  const source = parseSource(options['source'] ?? from)
  const file = readPayments(path, source, system)
  const importOptions: ImportOptions = {
    source,
    columns: matchColumns(file.headers, system, parseColumnMap(options['map'])),
    words: parseValueMap(options['values']),
    currency: parseCurrency(options['currency']),
    dates: (options['dates'] as ImportOptions['dates']) ?? system.dates,
    failed: system.failed,
    decimal: options['decimal'] as ImportOptions['decimal'],
    membership: options['membership'],
    create: flags.has('create-contacts'),
  }
  checkColumns(file, importOptions)
  return runImport(connect(signedInTarget(options)), { path, file, options: importOptions, flags, terminal })
}

interface PaymentImport {
  path: string
  file: PaymentFile
  options: ImportOptions
  flags: ReadonlySet<string>
  terminal: Terminal
}

async function runImport(client: Client, { path, file, options, flags, terminal }: PaymentImport): Promise<Output> {
  whenInterrupted(() => 'Nothing was imported.')
  terminal.progress('Comparing the file with the payments of the space')
  const plan = await planImport(client, file, options)
  const payments = plan.new_payments.map(({ payment }) => payment)
  const payers = plan.new_payments
    .filter(({ contact_id }) => contact_id === undefined)
    .map(({ payment }) => payment.payer)
  const newPayers = new Set(payers.map(({ external_id, mail }) => external_id || mail.toLowerCase()))
  const refusedFile = (refused: typeof plan.refused) =>
    refused.length > 0 ? [`The refused rows are in ${writeRefused(path, file, refused)}.`] : []
  const planned = { ...plan, created: payments }
  const preview = [
    describeColumns(file, options.columns),
    describeOutcome('Preview', planned, newPayers.size),
    ...refusedFile(plan.refused),
  ]
  const asPlanned = { import: null, ...outcomeData(planned) }
  if (flags.has('dry-run')) return { text: [...preview, 'Nothing was imported.'].join('\n'), data: asPlanned }
  if (plan.refused.length > 0 && !flags.has('yes'))
    throw new CommandError(
      [...preview, 'Nothing was imported. Correct these rows, or add --yes.'].join('\n'),
      asPlanned,
    )
  const result = await createPayments(client, file, plan, progressOf(payments.length, file.label, terminal))
  const undo = `Undo with "${muster} import undo ${file.label}".`
  const text = [describeOutcome('Imported', result), ...refusedFile(result.refused), undo].join('\n')
  const data = { import: file.label, ...outcomeData(result) }
  // Refusals that the plan did not predict are a failure.
  if (result.refused.length > plan.refused.length) throw new CommandError(text, data)
  return { text, data }
}

/** Shows how many payments are imported, also when the import is interrupted. */
function progressOf(total: number, label: string, terminal: Terminal) {
  let imported = 0
  whenInterrupted(
    () =>
      `${imported} of ${total} payments were imported and are kept. Run the command again to import the rest: no payment is created twice. ` +
      `Undo with "${muster} import undo ${label}".`,
  )
  return (done: number) => {
    imported = done
    terminal.progress(`${done} of ${total} payments imported`)
  }
}

function checkColumns({ headers }: PaymentFile, { columns }: ImportOptions) {
  const payer = columns.has('mail') ? 'mail' : 'payer'
  const missing = (['id', 'amount', 'date', payer] as const).filter(field => !columns.has(field))
  if (missing.length > 0)
    throw new UsageError(
      `No column found for ${missing.join(', ')}. Name it with --map. The file has ${headers.map(name => `“${name}”`).join(', ')}.`,
    )
}

function parseSource(name: string) {
  if (!/^[\w.-]{1,50}$/.test(name)) throw new UsageError('--source must consist of letters, digits, dots and dashes.')
  return name
}

function parseCurrency(code: string | undefined) {
  if (code !== undefined && !isCurrency(code)) throw new UsageError(`${code} is not a currency code such as EUR.`)
  return code?.toUpperCase()
}
