import { resolve } from 'node:path'
import { type Client, connect } from '../sdk/client.ts'
import { isCurrency } from '../server/fields.ts'
import { type Command, CommandError, requiredOption, UsageError } from './command.ts'
import { startedIn } from './environment.ts'
import { matchColumns, parseColumnMap, parseValueMap, sourceSystems } from './payments/columns.ts'
import { createPayments } from './payments/create.ts'
import { type PaymentFile, readPayments, writeRefused } from './payments/file.ts'
import { type ImportOptions, planImport } from './payments/plan.ts'
import { describeColumns, describeOutcome, describeUndo } from './payments/report.ts'
import { undoImport } from './payments/undo.ts'
import { resolveTarget, targetOptions } from './profiles.ts'

const names = Object.keys(sourceSystems)

export const importPayments: Command = {
  about:
    'Import memberships and donations from a CSV file, such as an export of NationBuilder, CiviCRM or Action Network.',
  argument: 'file',
  options: {
    from: { about: `Program that exported the file: ${names.join(', ')}`, required: true },
    'dry-run': { about: 'Show the result without importing', flag: true },
    yes: { about: 'Import the valid rows even if others are refused', flag: true },
    'create-contacts': { about: 'Create contacts for payers who are not found', flag: true },
    map: { about: 'Columns of the file, as "amount=Total paid,id=Number"' },
    values: { about: 'Meaning of values in the file, as "Check=cheque,Regular=Yearly,Event Fee=donation"' },
    membership: { about: 'Membership for rows without one' },
    currency: { about: 'Currency for rows without one. Default: the currency of the space' },
    dates: { about: 'Order of dates such as 03/04/2026: day-first or month-first' },
    decimal: { about: 'Decimal sign: point or comma. Default: detected where unambiguous' },
    source: {
      about: 'Name of the source, where two sources use the same payment IDs. Default: the value of --from',
    },
    ...targetOptions,
  },
  run: async ({ argument, options, flags }) => {
    if (!argument) throw new UsageError('muster import payments needs a file.')
    const from = requiredOption(options, 'from')
    const system = Object.hasOwn(sourceSystems, from) ? sourceSystems[from] : undefined
    if (!system) throw new UsageError(`--from must be one of ${names.join(', ')}.`)
    const path = resolve(startedIn(), argument)
    const source = parseSource(options.source ?? from)
    const file = readPayments(path, source, system)
    const importOptions: ImportOptions = {
      source,
      columns: matchColumns(file.headers, system, parseColumnMap(options.map)),
      words: parseValueMap(options.values),
      currency: parseCurrency(options.currency),
      dates: parseChoice('dates', options.dates, ['day-first', 'month-first']) ?? system.dates,
      failed: system.failed,
      decimal: parseChoice('decimal', options.decimal, ['point', 'comma']),
      membership: options.membership,
      create: flags.has('create-contacts'),
    }
    checkColumns(file, importOptions)
    return runImport(connect(resolveTarget(options)), { path, file, options: importOptions, flags })
  },
}

interface PaymentImport {
  path: string
  file: PaymentFile
  options: ImportOptions
  flags: ReadonlySet<string>
}

async function runImport(muster: Client, { path, file, options, flags }: PaymentImport): Promise<string> {
  const plan = await planImport(muster, file, options)
  const payments = plan.new_payments.map(({ payment }) => payment)
  const payers = plan.new_payments
    .filter(({ contact_id }) => contact_id === undefined)
    .map(({ payment }) => payment.payer)
  const newPayers = new Set(payers.map(({ external_id, mail }) => external_id || mail.toLowerCase()))
  const refusedFile = (refused: typeof plan.refused) =>
    refused.length > 0 ? [`The refused rows are in ${writeRefused(path, file, refused)}.`] : []
  const preview = [
    describeColumns(file, options.columns),
    describeOutcome('Preview', { ...plan, created: payments }, newPayers.size),
    ...refusedFile(plan.refused),
  ]
  if (flags.has('dry-run')) return [...preview, 'Nothing was imported.'].join('\n')
  if (plan.refused.length > 0 && !flags.has('yes'))
    throw new CommandError([...preview, 'Nothing was imported. Correct these rows, or add --yes.'].join('\n'))
  const result = await createPayments(muster, file, plan, printProgress(payments.length))
  const report = [
    describeOutcome('Imported', result),
    ...refusedFile(result.refused),
    `Undo with "muster import undo ${file.label}".`,
  ].join('\n')
  // Refusals that the plan did not predict are a failure.
  if (result.refused.length > plan.refused.length) throw new CommandError(report)
  return report
}

/** Undoes the payments of an import. Contacts that it created are kept. */
export async function undoPayments(muster: Client, label: string) {
  return describeUndo(label, await undoImport(muster, label))
}

export const isPaymentLabel = (text: string) => /^payments-[0-9a-f]{12}$/.test(text)

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

function parseChoice<Word extends string>(option: string, word: string | undefined, words: Word[]): Word | undefined {
  if (word !== undefined && !words.includes(word as Word))
    throw new UsageError(`--${option} must be ${words.join(' or ')}.`)
  return word as Word | undefined
}

/** Prints progress on a terminal. */
const printProgress = (total: number) => (done: number) => {
  if (!process.stderr.isTTY || (done % 50 > 0 && done < total)) return
  process.stderr.write(`\r${done} of ${total}${done === total ? '\n' : ''}`)
}
