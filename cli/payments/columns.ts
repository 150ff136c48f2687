import { normalizeWords } from '../../server/contacts/imports/headers.ts'
import type { payment_sources } from '../catalogue/money.ts'
import { UsageError } from '../command.ts'
import { didYouMean } from '../suggestions.ts'

// Column names by field. Those of the three programs come from published documentation, not from exports of our own. Other names need --map.

/** Column names by field. The fields are also those of --map. */
const generic = {
  id: 'id, payment id, transaction id, donation id, reference, ref, numero, numero de paiement, identifiant',
  amount: 'amount, total, total amount, montant, somme, sum',
  currency: 'currency, devise, monnaie',
  date: 'date, payment date, paid at, date de paiement, date du paiement, date received, date du don',
  payer:
    'external id, contact id, person id, member id, donor id, payer id, numero adherent, id externe, identifiant externe',
  mail: 'mail, email, e mail, courriel, email address, adresse mail, adresse email',
  firstname: 'firstname, first name, prenom',
  surname: 'surname, last name, lastname, nom, nom de famille',
  kind: 'kind, type, nature, purpose, objet, financial type',
  membership:
    'membership, membership type, membership name, membership level, adhesion, cotisation, type d adhesion, tarif',
  start: 'start, start date, membership start date, debut, date de debut',
  end: 'end, end date, membership end date, fin, date de fin, expires on',
  method: 'method, payment method, payment type, moyen de paiement, mode de paiement, reglement, mode de reglement',
  status: 'status, payment status, statut, etat',
  refunded: 'refunded, refunded amount, amount refunded, montant rembourse, rembourse',
  received: 'received amount, amount received, paid amount, amount paid, montant recu, montant encaisse, montant paye',
  reversed_at: 'refunded at, refund date, date de remboursement, date du remboursement',
  failed_at: 'failed at',
  test: 'test mode, is test',
  payer_memberships: 'payer memberships',
  recipient: 'recipient name',
  campaign: 'campaign, code campaign, campaign code, tracking code, campagne, code campagne',
  comment: 'comment, note, notes, memo, commentaire, remarque, source',
} as const

export type PaymentField = keyof typeof generic
export const fields = Object.keys(generic) as PaymentField[]

export interface SourceSystem {
  /** Column names that differ from the generic ones. Null ignores a column. */
  columns: Record<string, PaymentField | null>
  dates: 'month-first' | undefined
  /** `attempts`: a failed payment is a declined attempt, on which no money moved. Elsewhere it may be a debit that the bank returned. */
  failed?: 'attempts'
  /** Whether it writes an apostrophe before texts, against conversion by spreadsheets. */
  apostrophes?: true
}

export const sourceSystems: Record<(typeof payment_sources)[number], SourceSystem> = {
  nationbuilder: {
    columns: {
      'nationbuilder donation id': 'id',
      'donation id': 'id',
      // In exports of donations this is the ID of the payment, not of the person.
      'nationbuilder id': 'id',
      'signup nationbuilder id': 'payer',
      'signup email': 'mail',
      'signup first name': 'firstname',
      'signup last name': 'surname',
      'succeeded at': 'date',
      'canceled at': 'reversed_at',
      'cancelled at': 'reversed_at',
      'payment type name': 'method',
      'transaction type': 'kind',
      'tracking code slug': 'campaign',
      'membership name': 'membership',
      // All memberships of the person, not the one that was paid.
      'signup membership names': 'payer_memberships',
      'amount in cents': null,
      'check number': null,
      'recruiter id': null,
    },
    dates: 'month-first',
    failed: 'attempts',
    apostrophes: true,
  },
  civicrm: {
    columns: {
      'contribution id': 'id',
      // ID of the bank or card company, often empty.
      'transaction id': null,
      'invoice reference': null,
      id: null,
      'contact id': 'payer',
      'internal contact id': 'payer',
      'external identifier': null,
      'total amount': 'amount',
      'date received': 'date',
      'contribution date': 'date',
      'receive date': 'date',
      'payment instrument': 'method',
      'contribution status': 'status',
      'contribution status id': 'status',
      'cancelled refunded date': 'reversed_at',
      'cancel date': 'reversed_at',
      'paid amount': 'received',
      'contribution source': 'comment',
      'membership type': 'membership',
      'net amount': null,
      'fee amount': null,
    },
    dates: undefined,
  },
  actionnetwork: {
    columns: {
      'stripe transaction id': 'id',
      uuid: 'payer',
      'donation status': 'status',
      'timestamp est': 'date',
      timestamp: 'date',
      'created date': 'date',
      // A gift to several recipients is a row for each of them, with one transaction ID.
      recipient: 'recipient',
      'fundraising page': 'comment',
      'referrer code': 'campaign',
      'source code': 'campaign',
    },
    dates: 'month-first',
    failed: 'attempts',
  },
  generic: { columns: {}, dates: undefined },
}

const words = new Map(
  Object.entries(generic).flatMap(([field, text]) => text.split(', ').map(word => [word, field as PaymentField])),
)

export type Columns = Map<PaymentField, number>

/** Finds the column of each field: by --map, else by its name. */
export function matchColumns(headers: string[], system: SourceSystem, mapped: Map<PaymentField, string>): Columns {
  const bare = headers.map(normalizeWords)
  const columns = mappedColumns(headers, bare, mapped)
  const taken = new Set(columns.values())
  // Names of the source system first. Of several names of a field, the first in the list is the most specific.
  for (const [word, field] of [...Object.entries(system.columns), ...words]) {
    const index = bare.indexOf(word)
    const target = Object.hasOwn(system.columns, word) ? system.columns[word] : field
    if (index < 0 || !target || columns.has(target) || mapped.has(target) || taken.has(index)) continue
    columns.set(target, index)
    taken.add(index)
  }
  return columns
}

/** The columns that --map names. An empty name leaves a field without a column. */
function mappedColumns(headers: string[], bare: string[], mapped: Map<PaymentField, string>): Columns {
  const columns: Columns = new Map()
  for (const [field, header] of mapped) {
    if (header === '') continue
    const exact = headers.indexOf(header)
    const index = exact >= 0 ? exact : bare.indexOf(normalizeWords(header))
    if (index < 0) throw new UsageError(`The file has no column “${header}”.${didYouMean(header, headers)}`)
    columns.set(field, index)
  }
  return columns
}

/** `amount=Total paid,id=Number` */
export function parseColumnMap(text: string | undefined): Map<PaymentField, string> {
  const mapped = parsePairs('map', text)
  for (const field of mapped.keys()) {
    if (!fields.includes(field as PaymentField))
      throw new UsageError(`--map has no field ${field}.${didYouMean(field, fields)} Fields: ${fields.join(', ')}.`)
  }
  return mapped as Map<PaymentField, string>
}

/** `Check=cheque,Regular=Yearly`: values of the file, ignoring case and accents, and their meaning. */
export const parseValueMap = (text: string | undefined) =>
  new Map([...parsePairs('values', text)].map(([word, meaning]) => [normalizeWords(word), meaning]))

function parsePairs(option: string, text: string | undefined): Map<string, string> {
  if (!text) return new Map()
  return new Map(
    text.split(/,(?=[^,=]*=)/).map(pair => {
      const [word = '', ...meaning] = pair.split('=')
      if (meaning.length === 0) throw new UsageError(`--${option} is written as word=meaning,word=meaning.`)
      // An empty word means empty cells. Punctuation alone would be normalized to the same.
      if (normalizeWords(word) === '' && (option === 'map' || word.trim() !== ''))
        throw new UsageError(`--${option} has “${pair.trim()}”, without a letter or digit before the =.`)
      return [word.trim(), meaning.join('=').trim()]
    }),
  )
}
