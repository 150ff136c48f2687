import type { Purpose, Receipt } from './schema.ts'

// The "fichier des écritures comptables" as article A47 A-1 of the French Livre des procédures fiscales wants it: 18 columns, an entry in several
// lines whose debits and credits are equal. Accounts are those of associations (règlement ANC 2018-06).

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

/** A text file, entry by entry, in the order in which the money came. Entries are numbered without a gap. */
export async function* fecOf(
  pages: AsyncIterable<{ receipts: Receipt[]; purposes: Purpose[] }>,
  separator: string,
): AsyncIterable<string> {
  yield `${columns.join(separator)}\r\n`
  let number = 0
  for await (const { receipts, purposes } of pages) {
    const entries = receipts.flatMap(receipt => ledgerEntries(receipt, purposes))
    yield entries
      .flatMap(lines => {
        const EcritureNum = String(++number)
        return lines.map(line => lineOf({ ...line, EcritureNum }, separator))
      })
      .join('')
  }
}

/** With the first money of a bundle what it is for, then the money itself, then what was given back. */
export function ledgerEntries(receipt: Receipt, purposes: Purpose[]): Line[][] {
  const own = receipt.first ? purposes.filter(({ bundle_id }) => bundle_id === receipt.bundle_id) : []
  const common = {
    EcritureDate: day(receipt.date),
    PieceRef: `B${receipt.bundle_id}`,
    PieceDate: day(receipt.date),
    ValidDate: day(receipt.validated),
  }
  const place = treasury[receipt.method] ?? accounts.bank
  const payer = { ...accounts.people, CompAuxNum: `C${receipt.contact_id}`, CompAuxLib: receipt.contact_name }
  const paid = { ...common, ...journals.received, EcritureLib: `Règlement T${receipt.id}` }
  const returned = { ...paid, EcritureLib: `Remboursement T${receipt.id}` }
  return [
    own.flatMap(item => {
      const line = {
        ...common,
        ...journals.promised,
        EcritureLib: `${labels[item.item]} ${item.item[0]!.toUpperCase()}${item.id}`,
      }
      const person = { CompAuxNum: `C${item.contact_id}`, CompAuxLib: item.contact_name }
      return [
        debit({ ...line, ...accounts.people, ...person }, item.amount),
        credit({ ...line, ...accounts[item.item] }, item.amount),
      ]
    }),
    [debit({ ...paid, ...place }, receipt.amount), credit({ ...paid, ...payer }, receipt.amount)],
    receipt.given_back > 0
      ? [debit({ ...returned, ...payer }, receipt.given_back), credit({ ...returned, ...place }, receipt.given_back)]
      : [],
  ].filter(lines => lines.length > 0)
}

const debit = (line: Line, cents: number): Line => ({ ...line, Debit: euros(cents), Credit: euros(0) })
const credit = (line: Line, cents: number): Line => ({ ...line, Debit: euros(0), Credit: euros(cents) })

const lineOf = (line: Line, separator: string) =>
  `${columns.map(column => plain(line[column] ?? '')).join(separator)}\r\n`

const day = (instant: string) => instant.slice(0, 10).replaceAll('-', '')

function euros(cents: number) {
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2)},${text.slice(-2)}`
}

/**
 * There are no quotes in this format: what would divide columns or lines becomes a blank. A spreadsheet takes a quote for the beginning of a
 * cell that goes on over tabs, and runs what begins like a formula, also behind a comma that it takes for the end of a cell.
 */
const plain = (text: string) =>
  text
    .replace(/[|\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('"', '”')
    .trim()
    .replace(/(?<=^|[,;])(?=[\s\p{Cf}]*[=+\-@＝＋－＠])/gu, "'")
