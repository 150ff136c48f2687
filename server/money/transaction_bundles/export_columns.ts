import type { Language } from '../../http/html.ts'
import { reversal_kinds, timestampFields } from '../core/item_fields.ts'
import { signOf } from '../core/reversal_kinds.ts'

// The columns of the files of payments: field names for programs, or words in the language of a reader.

const fields = [
  'bundle_id',
  'item',
  'id',
  'date',
  'end_date',
  'contact_id',
  'firstname',
  'surname',
  'amount',
  'currency',
  'reimbursed_amount',
  'unpaid_amount',
  'payment_method_kind',
  'status',
  'code_campaign',
  'comment',
] as const

type Field = (typeof fields)[number]

/** A line for each item of a bundle, or for each transaction. */
export const exportLines = ['items', 'payments'] as const
export type ExportLines = (typeof exportLines)[number]

/** An item of a bundle in the export. What its kind does not have is an empty cell. */
export type ExportedItem = { currency: string } & { [Column in Field]?: string | number | null }

export interface ExportColumn {
  heading: string
  kind: 'text' | 'number' | 'amount' | 'instant'
  read: (item: ExportedItem) => string | number | null | undefined
}

/** Without a language, the file is for programs: headings are field names and values are those of the interface. */
export function exportColumnsOf(lines: ExportLines, language: Language | undefined): ExportColumn[] {
  const shown = fields.filter(field => lines === 'items' || (field !== 'item' && field !== 'end_date'))
  if (!language) return shown.map(field => ({ heading: field, kind: kindOf(field), read: item => item[field] }))
  return shown.flatMap((field): ExportColumn[] => {
    const column = { heading: headings[language][field], kind: kindOf(field), read: readable(field, language) }
    if (field !== 'amount' || lines === 'payments') return [column]
    // Two columns, so that the sum of payments does not include what they are allocated to.
    return [
      { ...column, read: item => paidAmount(item) },
      { ...column, heading: headings[language].allocated, read: item => (isAllocation(item) ? item.amount : null) },
    ]
  })
}

const isAllocation = ({ item }: ExportedItem) => item === 'membership' || item === 'donation'

/** What came in. A refund or return took it back, so it is negative. */
function paidAmount({ item, amount }: ExportedItem) {
  const kind = reversal_kinds.find(kind => kind === item)
  if (!kind) return item === 'transaction' ? amount : null
  return typeof amount === 'number' ? -signOf(kind) * amount : null
}

const numbers: readonly string[] = ['bundle_id', 'id', 'contact_id']

function kindOf(field: Field): ExportColumn['kind'] {
  if (field.endsWith('amount')) return 'amount'
  if (timestampFields.has(field)) return 'instant'
  return numbers.includes(field) ? 'number' : 'text'
}

/** Kinds of item and standard payment methods in words. Methods that a space has named itself stay as they are. */
function readable(field: Field, language: Language): ExportColumn['read'] {
  const words: Record<string, string> | undefined =
    field === 'item' ? items[language] : field === 'payment_method_kind' ? methods[language] : undefined
  if (!words) return item => item[field]
  const known = new Map(Object.entries(words))
  return item => known.get(String(item[field]).toLowerCase()) ?? item[field]
}

/** A day as 31/12/2026 in French. English keeps 2026-12-31: readers disagree on whether 03/04 is in March or April, spreadsheets do too. */
export const readableDay = (day: string, language: Language) =>
  language === 'fr' ? day.split('-').reverse().join('/') : day

export const spreadsheetDays: Record<Language, string> = { en: 'yyyy-mm-dd', fr: 'dd/mm/yyyy' }

export const fileTitle: Record<Language, string> = { en: 'Payments', fr: 'Paiements' }

const headings: Record<Language, Record<Field | 'allocated', string>> = {
  en: {
    bundle_id: 'Payment number',
    item: 'Line',
    id: 'Line number',
    date: 'Date',
    end_date: 'End of membership',
    contact_id: 'Contact number',
    firstname: 'First name',
    surname: 'Surname',
    amount: 'Amount paid',
    allocated: 'Amount allocated',
    currency: 'Currency',
    reimbursed_amount: 'Refunded',
    unpaid_amount: 'Unpaid',
    payment_method_kind: 'Method',
    status: 'Status',
    code_campaign: 'Campaign',
    comment: 'Comment',
  },
  fr: {
    bundle_id: 'Numéro de paiement',
    item: 'Ligne',
    id: 'Numéro de ligne',
    date: 'Date',
    end_date: 'Fin d’adhésion',
    contact_id: 'Numéro de contact',
    firstname: 'Prénom',
    surname: 'Nom',
    amount: 'Montant payé',
    allocated: 'Montant ventilé',
    currency: 'Devise',
    reimbursed_amount: 'Remboursé',
    unpaid_amount: 'Impayé',
    payment_method_kind: 'Moyen',
    status: 'Statut',
    code_campaign: 'Campagne',
    comment: 'Commentaire',
  },
}

const items: Record<Language, Record<string, string>> = {
  en: {
    transaction: 'Payment',
    membership: 'Membership',
    donation: 'Donation',
    refund: 'Refund',
    return: 'Returned by the bank',
    refund_cancelled: 'Cancelled refund',
    return_cancelled: 'Cancelled return',
  },
  fr: {
    transaction: 'Paiement',
    membership: 'Adhésion',
    donation: 'Don',
    refund: 'Remboursement',
    return: 'Rejet bancaire',
    refund_cancelled: 'Remboursement annulé',
    return_cancelled: 'Rejet annulé',
  },
}

const methods: Record<Language, Record<string, string>> = {
  en: {
    card: 'Card',
    cheque: 'Cheque',
    cash: 'Cash',
    transfer: 'Transfer',
    direct_debit: 'Direct debit',
    online: 'Online',
  },
  fr: {
    card: 'Carte',
    cheque: 'Chèque',
    cash: 'Espèces',
    transfer: 'Virement',
    direct_debit: 'Prélèvement',
    online: 'En ligne',
  },
}
