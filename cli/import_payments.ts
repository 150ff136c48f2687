import { resolve } from 'node:path'
import { type Client, connect } from '../sdk/client.ts'
import { startedIn } from '../server/config.ts'
import { isCurrency } from '../server/fields.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { matchColumns, parseColumnMap, parseValueMap, sourceSystems } from './payments/columns.ts'
import { type PaymentFile, readPayments, writeRefused } from './payments/file.ts'
import { createPayments, type ImportOptions, planImport } from './payments/plan.ts'
import { describeColumns, describeOutcome, describeUndo } from './payments/report.ts'
import { undoImport } from './payments/undo.ts'
import { resolveTarget, targetOptions } from './profiles.ts'

const names = Object.keys(sourceSystems)

export const importPayments: Command = {
  about:
    'Takes over memberships and donations of a CSV file, also as NationBuilder, CiviCRM and Action Network export them.',
  argument: 'file',
  options: {
    from: { about: `the program whose numbers the payments have: ${names.join(', ')}`, required: true },
    'dry-run': { about: 'only tell what would happen', flag: true },
    yes: { about: 'take over the rest although rows are refused', flag: true },
    create: { about: 'make contacts of those who paid and are not here', flag: true },
    map: { about: 'which column is what, as "amount=Total paid,id=Number"' },
    values: { about: 'what words in the file mean here, as "Check=cheque,Regular=Yearly,Event Fee=donation"' },
    membership: { about: 'which membership is meant where none is named' },
    currency: { about: 'of amounts that name none; that of the space when left out' },
    dates: { about: 'how dates such as 03/04/2026 are meant: day-first or month-first' },
    decimal: { about: 'what stands before the cents: point or comma; found out where it is clear' },
    source: {
      about: 'a name for the old books, where two of them number their payments alike; as --from when left out',
    },
    ...targetOptions,
  },
  run: async ({ argument, options, flags }) => {
    if (!argument) throw new UsageError('muster import payments needs the file.')
    const system = Object.hasOwn(sourceSystems, options.from!) ? sourceSystems[options.from!]! : undefined
    if (!system) throw new UsageError(`--from is one of ${names.join(', ')}.`)
    const path = resolve(startedIn(), argument)
    const source = parseSource(options.source ?? options.from!)
    const file = readPayments(path, source, system)
    const mode: ImportOptions = {
      source,
      columns: matchColumns(file.headers, system, parseColumnMap(options.map)),
      words: parseValueMap(options.values),
      currency: parseCurrency(options.currency),
      dates: parseChoice('dates', options.dates, ['day-first', 'month-first']) ?? system.dates,
      decimal: parseChoice('decimal', options.decimal, ['point', 'comma']),
      membership: options.membership,
      create: flags.has('create'),
    }
    checkColumns(file, mode)
    return runImport(connect(resolveTarget(options)), { path, file, mode, flags })
  },
}

interface PaymentImport {
  path: string
  file: PaymentFile
  mode: ImportOptions
  flags: ReadonlySet<string>
}

async function runImport(muster: Client, { path, file, mode, flags }: PaymentImport): Promise<string> {
  const plan = await planImport(muster, file, mode)
  const made = plan.fresh.map(({ payment }) => payment)
  const newcomers = plan.fresh.filter(({ contact_id }) => contact_id === undefined)
  const strangers = new Set(newcomers.map(({ payment: { payer } }) => payer.external_id || payer.mail.toLowerCase()))
  const beside = (refused: typeof plan.refused) =>
    refused.length > 0 ? [`The refused rows are in ${writeRefused(path, file, refused)}.`] : []
  const looked = [
    describeColumns(file, mode.columns),
    describeOutcome('Would be', { ...plan, made }, strangers.size),
    ...beside(plan.refused),
  ]
  if (flags.has('dry-run')) return [...looked, 'Nothing was taken over.'].join('\n')
  if (plan.refused.length > 0 && !flags.has('yes'))
    throw new CommandError([...looked, 'Nothing was taken over. Mend this first, or add --yes.'].join('\n'))
  const taken = await createPayments(muster, file, plan, printProgress(made.length))
  const told = [
    describeOutcome('Was', taken),
    ...beside(taken.refused),
    `"muster import undo ${file.label}" takes it back.`,
  ].join('\n')
  // What nobody could know beforehand must not pass for a success.
  if (taken.refused.length > plan.refused.length) throw new CommandError(told)
  return told
}

/** Takes back the payments of this import. Contacts that came with them stay. */
export async function undoPayments(muster: Client, label: string) {
  return describeUndo(label, await undoImport(muster, label))
}

export const isPaymentLabel = (text: string | undefined) => /^payments-[0-9a-f]{12}$/.test(text ?? '')

function checkColumns({ headers }: PaymentFile, { columns }: ImportOptions) {
  const payer = columns.has('mail') ? 'mail' : 'payer'
  const missing = (['id', 'amount', 'date', payer] as const).filter(field => !columns.has(field))
  if (missing.length > 0)
    throw new UsageError(
      `No column is ${missing.join(', none ')}. Say which with --map; there are ${headers.map(name => `“${name}”`).join(', ')}.`,
    )
}

function parseSource(name: string) {
  if (!/^[\w.-]{1,50}$/.test(name)) throw new UsageError('--source is a word of letters, digits, dots and dashes.')
  return name
}

function parseCurrency(code: string | undefined) {
  if (code !== undefined && !isCurrency(code)) throw new UsageError(`${code} is no currency, such as EUR.`)
  return code?.toUpperCase()
}

function parseChoice<Word extends string>(option: string, word: string | undefined, words: Word[]): Word | undefined {
  if (word !== undefined && !words.includes(word as Word)) throw new UsageError(`--${option} is ${words.join(' or ')}.`)
  return word as Word | undefined
}

/** For whoever watches; nothing where nobody does. */
const printProgress = (total: number) => (done: number) => {
  if (!process.stderr.isTTY || (done % 50 > 0 && done < total)) return
  process.stderr.write(`\r${done} of ${total}${done === total ? '\n' : ''}`)
}
