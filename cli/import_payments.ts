import { resolve } from 'node:path'
import { type Client, connect } from '../sdk/client.ts'
import { startedIn } from '../server/config.ts'
import { isCurrency } from '../server/fields.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { columnsOf, saidColumns, saidWords, systems } from './payments/columns.ts'
import { type PaymentFile, readPayments, writeRefused } from './payments/file.ts'
import { columnsTold, outcomeTold, undoneTold } from './payments/report.ts'
import { type Mode, planOf, take } from './payments/taking.ts'
import { undo } from './payments/undoing.ts'
import { place, placeOf } from './profiles.ts'

const names = Object.keys(systems)

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
    ...place,
  },
  run: async ({ argument, options, flags }) => {
    if (!argument) throw new UsageError('muster import payments needs the file.')
    const system = Object.hasOwn(systems, options.from!) ? systems[options.from!]! : undefined
    if (!system) throw new UsageError(`--from is one of ${names.join(', ')}.`)
    const path = resolve(startedIn(), argument)
    const source = sourceOf(options.source ?? options.from!)
    const file = readPayments(path, source, system)
    const mode: Mode = {
      source,
      columns: columnsOf(file.headers, system, saidColumns(options.map)),
      words: saidWords(options.values),
      currency: currencyOf(options.currency),
      dates: oneOf('dates', options.dates, ['day-first', 'month-first']) ?? system.dates,
      decimal: oneOf('decimal', options.decimal, ['point', 'comma']),
      membership: options.membership,
      create: flags.has('create'),
    }
    checkColumns(file, mode)
    return performed(connect(placeOf(options)), { path, file, mode, flags })
  },
}

interface Work {
  path: string
  file: PaymentFile
  mode: Mode
  flags: ReadonlySet<string>
}

async function performed(muster: Client, { path, file, mode, flags }: Work): Promise<string> {
  const plan = await planOf(muster, file, mode)
  const made = plan.fresh.map(({ payment }) => payment)
  const newcomers = plan.fresh.filter(({ contact_id }) => contact_id === undefined)
  const strangers = new Set(newcomers.map(({ payment: { payer } }) => payer.external_id || payer.mail.toLowerCase()))
  const beside = (refused: typeof plan.refused) =>
    refused.length > 0 ? [`The refused rows are in ${writeRefused(path, file, refused)}.`] : []
  const looked = [
    columnsTold(file, mode.columns),
    outcomeTold('Would be', { ...plan, made }, strangers.size),
    ...beside(plan.refused),
  ]
  if (flags.has('dry-run')) return [...looked, 'Nothing was taken over.'].join('\n')
  if (plan.refused.length > 0 && !flags.has('yes'))
    throw new CommandError([...looked, 'Nothing was taken over. Mend this first, or add --yes.'].join('\n'))
  const taken = await take(muster, file, plan, progressOf(made.length))
  const told = [
    outcomeTold('Was', taken),
    ...beside(taken.refused),
    `"muster import undo ${file.label}" takes it back.`,
  ].join('\n')
  // What nobody could know beforehand must not pass for a success.
  if (taken.refused.length > plan.refused.length) throw new CommandError(told)
  return told
}

/** Takes back the payments of this import. Contacts that came with them stay. */
export async function undoPayments(muster: Client, label: string) {
  return undoneTold(label, await undo(muster, label))
}

export const isPaymentLabel = (text: string | undefined) => /^payments-[0-9a-f]{12}$/.test(text ?? '')

function checkColumns({ headers }: PaymentFile, { columns }: Mode) {
  const payer = columns.has('mail') ? 'mail' : 'payer'
  const missing = (['id', 'amount', 'date', payer] as const).filter(field => !columns.has(field))
  if (missing.length > 0)
    throw new UsageError(
      `No column is ${missing.join(', none ')}. Say which with --map; there are ${headers.map(name => `“${name}”`).join(', ')}.`,
    )
}

function sourceOf(name: string) {
  if (!/^[\w.-]{1,50}$/.test(name)) throw new UsageError('--source is a word of letters, digits, dots and dashes.')
  return name
}

function currencyOf(code: string | undefined) {
  if (code !== undefined && !isCurrency(code)) throw new UsageError(`${code} is no currency, such as EUR.`)
  return code?.toUpperCase()
}

function oneOf<Word extends string>(option: string, word: string | undefined, words: Word[]): Word | undefined {
  if (word !== undefined && !words.includes(word as Word)) throw new UsageError(`--${option} is ${words.join(' or ')}.`)
  return word as Word | undefined
}

/** For whoever watches; nothing where nobody does. */
const progressOf = (total: number) => (done: number) => {
  if (!process.stderr.isTTY || (done % 50 > 0 && done < total)) return
  process.stderr.write(`\r${done} of ${total}${done === total ? '\n' : ''}`)
}
