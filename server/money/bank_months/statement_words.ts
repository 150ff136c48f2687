import type { Language } from '../../pdf/formats.ts'
import type { BankMonth } from './schema.ts'

// The texts of the reconciliation statement.

type Kind = BankMonth['explanations'][number]['kind']

const english = {
  title: 'Bank reconciliation',
  file: 'bank-reconciliation',
  organisation: 'Organisation',
  iban: 'IBAN',
  ledger_account: 'Account in the ledger',
  state: 'State',
  not_closed: 'Not closed',
  closed: (time: string, name: string) => (name ? `Closed by ${name} on ${time}` : `Closed on ${time}`),
  balances: (day: string) => `Balances on ${day}`,
  what: '',
  lines: 'Lines',
  bank_balance: 'Balance at the bank',
  book_balance: 'Balance in the ledger',
  less: (kind: string) => `Less: ${kind}`,
  kinds: {
    open_lines: 'lines that are not matched yet',
    ignored_lines: 'ignored lines',
    opening_balance: 'opening balance that is not in the ledger',
    booked_later: 'matched lines that are booked in a later month',
    other_entries: 'ledger entries without a bank line',
  } satisfies Record<Kind, string> as Record<Kind, string>,
  agrees: 'Bank and ledger agree.',
  differs: (amount: string) => `The difference of ${amount} is explained above.`,
  changed_since: (bank: string, book: string) =>
    `When the month was closed, the balance was ${bank} at the bank and ${book} in the ledger.`,
  movements: 'Matched lines of the month, by account',
  no_movements: 'No line of this month is booked.',
  account: 'Account',
  received: 'Received',
  paid: 'Paid',
  total: 'Total',
  open_lines: (day: string) => `Open lines until ${day}`,
  no_open_lines: 'None.',
  ignored_lines: 'Ignored lines of the month',
  no_ignored_lines: 'None.',
  day: 'Date',
  text: 'Text',
  reason: 'Reason',
  amount: 'Amount',
  more: (count: string) => `Only the first ${count} lines are listed.`,
  prepared: 'Prepared by (date and signature)',
  approved: 'Approved by (date and signature)',
  page: (page: number, pages: number) => `page ${page} of ${pages}`,
}

export type StatementWords = typeof english

const french: StatementWords = {
  title: 'État de rapprochement bancaire',
  file: 'rapprochement-bancaire',
  organisation: 'Organisation',
  iban: 'IBAN',
  ledger_account: 'Compte comptable',
  state: 'État',
  not_closed: 'Non clôturé',
  closed: (time, name) => (name ? `Clôturé par ${name} le ${time}` : `Clôturé le ${time}`),
  balances: day => `Soldes au ${day}`,
  what: '',
  lines: 'Lignes',
  bank_balance: 'Solde de la banque',
  book_balance: 'Solde comptable',
  less: kind => `À déduire : ${kind}`,
  kinds: {
    open_lines: 'lignes non rapprochées',
    ignored_lines: 'lignes ignorées',
    opening_balance: 'solde initial absent de la comptabilité',
    booked_later: 'lignes rapprochées, comptabilisées un mois suivant',
    other_entries: 'écritures sans ligne de relevé',
  },
  agrees: 'La banque et la comptabilité concordent.',
  differs: amount => `L’écart de ${amount} est expliqué ci-dessus.`,
  changed_since: (bank, book) =>
    `À la clôture du mois, le solde était de ${bank} en banque et de ${book} en comptabilité.`,
  movements: 'Lignes rapprochées du mois, par compte',
  no_movements: 'Aucune ligne de ce mois n’est comptabilisée.',
  account: 'Compte',
  received: 'Recettes',
  paid: 'Dépenses',
  total: 'Total',
  open_lines: day => `Lignes non rapprochées au ${day}`,
  no_open_lines: 'Aucune.',
  ignored_lines: 'Lignes ignorées du mois',
  no_ignored_lines: 'Aucune.',
  day: 'Date',
  text: 'Libellé',
  reason: 'Motif',
  amount: 'Montant',
  more: count => `Seules les ${count} premières lignes sont affichées.`,
  prepared: 'Établi par (date et signature)',
  approved: 'Approuvé par (date et signature)',
  page: (page, pages) => `page ${page} sur ${pages}`,
}

export const statementWords: Record<Language, StatementWords> = { en: english, fr: french }
