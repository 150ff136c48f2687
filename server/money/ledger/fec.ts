import { dayIn } from '../../time_zone.ts'
import type { Purpose, ReceivedPayment } from './schema.ts'

// The "fichier des écritures comptables" of article A47 A-1 of the French Livre des procédures fiscales: 18 columns, and entries of several
// lines with equal debits and credits. Accounts are those of associations (règlement ANC 2018-06).

export const columns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const

type Line = Partial<Record<(typeof columns)[number], string>>

const journals = {
  promised: { JournalCode: 'AD', JournalLib: 'Adhésions et dons' },
  received: { JournalCode: 'TR', JournalLib: 'Trésorerie' },
}

const accounts = {
  people: { CompteNum: '411000', CompteLib: 'Adhérents et donateurs' },
  membership: { CompteNum: '756000', CompteLib: 'Cotisations' },
  donation: { CompteNum: '754100', CompteLib: 'Dons manuels' },
  bank: { CompteNum: '512000', CompteLib: 'Banques' },
  cheques: { CompteNum: '511200', CompteLib: 'Chèques à encaisser' },
  cash: { CompteNum: '530000', CompteLib: 'Caisse' },
}

const treasury: Record<string, { CompteNum: string; CompteLib: string }> = {
  cheque: accounts.cheques,
  cash: accounts.cash,
}

const labels = { membership: 'Cotisation', donation: 'Don' }
const letters = { membership: 'M', donation: 'D' }

/** The file, entry by entry, in the order of payments. Entries are numbered without gaps. */
export async function* fecOf(
  pages: AsyncIterable<{ payments: ReceivedPayment[]; purposes: Purpose[] }>,
  separator: string,
  time_zone: string,
): AsyncIterable<string> {
  yield `${columns.join(separator)}\r\n`
  let number = 0
  for await (const { payments, purposes } of pages) {
    const entries = payments.flatMap(payment => ledgerEntries(payment, purposes, time_zone))
    yield entries
      .flatMap(lines => {
        const EcritureNum = String(++number)
        return lines.map(line => lineOf({ ...line, EcritureNum }, separator))
      })
      .join('')
  }
}

/** With the first payment of a bundle its memberships and donations, then the payment, then what was reimbursed. */
export function ledgerEntries(payment: ReceivedPayment, purposes: Purpose[], time_zone: string): Line[][] {
  const day = (instant: string) => dayIn(time_zone, instant).replaceAll('-', '')
  const own = payment.first ? purposes.filter(({ bundle_id }) => bundle_id === payment.bundle_id) : []
  const common = {
    EcritureDate: day(payment.date),
    PieceRef: `B${payment.bundle_id}`,
    PieceDate: day(payment.date),
    ValidDate: day(payment.validated),
  }
  const account = treasury[payment.method] ?? accounts.bank
  const payer = { ...accounts.people, CompAuxNum: `C${payment.contact_id}`, CompAuxLib: payment.contact_name }
  const paid = { ...common, ...journals.received, EcritureLib: `Règlement T${payment.id}` }
  const returned = { ...paid, EcritureLib: `Remboursement T${payment.id}` }
  return [
    own.flatMap(item => {
      const line = {
        ...common,
        ...journals.promised,
        EcritureLib: `${labels[item.item]} ${letters[item.item]}${item.id}`,
      }
      const person = { CompAuxNum: `C${item.contact_id}`, CompAuxLib: item.contact_name }
      return [
        debit({ ...line, ...accounts.people, ...person }, item.amount),
        credit({ ...line, ...accounts[item.item] }, item.amount),
      ]
    }),
    [debit({ ...paid, ...account }, payment.amount), credit({ ...paid, ...payer }, payment.amount)],
    payment.given_back > 0
      ? [debit({ ...returned, ...payer }, payment.given_back), credit({ ...returned, ...account }, payment.given_back)]
      : [],
  ].filter(lines => lines.length > 0)
}

const debit = (line: Line, cents: number): Line => ({ ...line, Debit: euros(cents), Credit: euros(0) })
const credit = (line: Line, cents: number): Line => ({ ...line, Debit: euros(0), Credit: euros(cents) })

const lineOf = (line: Line, separator: string) =>
  `${columns.map(column => plain(line[column] ?? '')).join(separator)}\r\n`

function euros(cents: number) {
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2)},${text.slice(-2)}`
}

/**
 * The format has no quoting: separators and line breaks become blanks. A spreadsheet takes a quote for the start of a cell that spans tabs,
 * and runs text that starts like a formula, also after a comma that it takes for a separator.
 */
const plain = (text: string) =>
  text
    .replace(/[|\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('"', '”')
    .trim()
    .replace(/(?<=^|[,;])(?=[\s\p{Cf}]*[=+\-@＝＋－＠])/gu, "'")
