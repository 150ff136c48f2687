import type { Language } from '../../http/html.ts'
import { timestampFields } from '../core/item_fields.ts'

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
  'paid',
  'allocated',
  'refunded',
  'unpaid',
  'price',
] as const

type Field = (typeof fields)[number]
/** Of the amounts of a payment, readers get what there was on the day of the line. */
type Heading = Exclude<Field, 'reimbursed_amount' | 'unpaid_amount'>

/** A line for each item of a bundle, or for each transaction with its refunds and returns. */
export const exportLines = ['items', 'payments'] as const
export type ExportLines = (typeof exportLines)[number]

/** An item of a bundle in the export. What its kind does not have is an empty cell. */
export type ExportedItem = { currency: string } & { [Column in Field]?: string | number | null }

export interface ExportColumn {
  heading: string
  kind: 'text' | 'number' | 'amount' | 'instant'
  read: (item: ExportedItem) => string | number | null | undefined
}

/** The columns for programs: new ones come last. */
const forPrograms: Record<ExportLines, readonly Field[]> = {
  items: fields,
  payments: [...fields.filter(field => !['item', 'end_date', 'allocated', 'price'].includes(field)), 'item'],
}

const of_items: readonly Field[] = ['end_date', 'allocated', 'price']
/** The columns for readers: each amount is in a column that can be summed. */
const forReaders: readonly Heading[] = [
  ...(['bundle_id', 'item', 'id', 'date', 'end_date', 'contact_id', 'firstname', 'surname', 'amount'] as const),
  ...(['paid', 'allocated', 'currency', 'refunded', 'unpaid', 'payment_method_kind', 'status'] as const),
  ...(['code_campaign', 'price', 'comment'] as const),
]

/** Without a language, the file is for programs: headings are field names and values are those of the interface. */
export function exportColumnsOf(lines: ExportLines, language: Language | undefined): ExportColumn[] {
  if (!language)
    return forPrograms[lines].map(field => ({ heading: field, kind: kindOf(field), read: item => item[field] }))
  return forReaders
    .filter(field => lines === 'items' || !of_items.includes(field))
    .map(field => ({ heading: headings[language][field], kind: kindOf(field), read: readable(field, language) }))
}

const amounts: readonly string[] = ['paid', 'allocated', 'refunded', 'unpaid']
const numbers: readonly string[] = ['bundle_id', 'id', 'contact_id']

function kindOf(field: Field): ExportColumn['kind'] {
  if (field.endsWith('amount') || amounts.includes(field)) return 'amount'
  if (timestampFields.has(field)) return 'instant'
  return numbers.includes(field) ? 'number' : 'text'
}

/** Kinds of item and standard payment methods in words. Methods that a space has named itself stay as they are. */
function readable(field: Field, language: Language): ExportColumn['read'] {
  const words: Record<string, string> | undefined =
    field === 'item' ? items[language] : field === 'payment_method_kind' ? methods[language] : undefined
  if (field === 'amount') return item => (item.item === 'transaction' ? item.amount : null)
  if (!words) return item => item[field]
  const known = new Map(Object.entries(words))
  return item => known.get(String(item[field]).toLowerCase()) ?? item[field]
}

/** A day as 31/12/2026 in French. English keeps 2026-12-31: readers disagree on whether 03/04 is in March or April, spreadsheets do too. */
export const readableDay = (day: string, language: Language) =>
  language === 'fr' ? day.split('-').reverse().join('/') : day

export const spreadsheetDays: Record<Language, string> = { en: 'yyyy-mm-dd', fr: 'dd/mm/yyyy' }

export const fileTitle: Record<Language, string> = { en: 'Payments', fr: 'Paiements' }

const headings: Record<Language, Record<Heading, string>> = {
  en: {
    bundle_id: 'Payment number',
    item: 'Line',
    id: 'Line number',
    date: 'Date',
    end_date: 'End of membership',
    contact_id: 'Contact number',
    firstname: 'First name',
    surname: 'Surname',
    amount: 'Amount',
    paid: 'Paid',
    allocated: 'Allocated',
    currency: 'Currency',
    refunded: 'Refunded',
    unpaid: 'Unpaid',
    payment_method_kind: 'Method',
    status: 'Status',
    code_campaign: 'Campaign',
    price: 'Price',
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
    amount: 'Montant',
    paid: 'Encaissé',
    allocated: 'Ventilé',
    currency: 'Devise',
    refunded: 'Remboursé',
    unpaid: 'Impayé',
    payment_method_kind: 'Moyen',
    status: 'Statut',
    code_campaign: 'Campagne',
    price: 'Tarif',
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
