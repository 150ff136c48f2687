import { bareWords } from '../../server/contacts/imports/headers.ts'
import { UsageError } from '../command.ts'
import { didYouMean } from '../suggestions.ts'

// Which column is what. The words of the three programs are from memory and from what others have published, not from exports of our own:
// what is not recognised is said with --map.

/** What a row can tell of a payment; the same words are used with --map. */
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
  campaign: 'campaign, code campaign, campaign code, tracking code, campagne, code campagne',
  comment: 'comment, note, notes, memo, commentaire, remarque, source',
} as const

export type PaymentField = keyof typeof generic
export const fields = Object.keys(generic) as PaymentField[]

interface SourceSystem {
  /** Where its words differ from ours, or mean something else there; null: left out. */
  columns: Record<string, PaymentField | null>
  dates: 'month-first' | undefined
  /** Whether it writes one before texts, so that no spreadsheet changes them. */
  apostrophes?: true
}

export const sourceSystems: Record<string, SourceSystem> = {
  nationbuilder: {
    columns: {
      'nationbuilder donation id': 'id',
      'donation id': 'id',
      // In its exports of money this is the number of the payment; whoever paid has the other one.
      'nationbuilder id': 'id',
      'signup nationbuilder id': 'payer',
      'signup email': 'mail',
      'signup first name': 'firstname',
      'signup last name': 'surname',
      'succeeded at': 'date',
      'payment type name': 'method',
      'transaction type': 'kind',
      'tracking code slug': 'campaign',
      'membership name': 'membership',
      'amount in cents': null,
      'check number': null,
      'recruiter id': null,
    },
    dates: 'month-first',
    apostrophes: true,
  },
  civicrm: {
    columns: {
      'contribution id': 'id',
      // Of the bank or the card company, and often empty.
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
      'fundraising page': 'comment',
      'referrer code': 'campaign',
      'source code': 'campaign',
    },
    dates: 'month-first',
  },
  generic: { columns: {}, dates: undefined },
}

const words = new Map(
  Object.entries(generic).flatMap(([field, text]) => text.split(', ').map(word => [word, field as PaymentField])),
)

export type Columns = Map<PaymentField, number>

/** What each field is read from: what was said, else what the column is called. */
export function matchColumns(headers: string[], system: SourceSystem, said: Map<PaymentField, string>): Columns {
  const bare = headers.map(bareWords)
  const columns: Columns = new Map()
  for (const [field, header] of said) {
    if (header === '') continue
    const exact = headers.indexOf(header)
    const index = exact >= 0 ? exact : bare.indexOf(bareWords(header))
    if (index < 0) throw new UsageError(`The file has no column “${header}”.${didYouMean(header, headers)}`)
    columns.set(field, index)
  }
  const taken = new Set(columns.values())
  // Their own words first, and of several the one that stands first in the list: it is the surest.
  for (const known of [Object.entries(system.columns), [...words]]) {
    for (const [word, field] of known) {
      const index = bare.indexOf(word)
      const meant = Object.hasOwn(system.columns, word) ? system.columns[word] : field
      if (index < 0 || !meant || columns.has(meant) || said.has(meant) || taken.has(index)) continue
      columns.set(meant, index)
      taken.add(index)
    }
  }
  return columns
}

/** `amount=Total paid,id=Number` */
export function parseColumnMap(text: string | undefined): Map<PaymentField, string> {
  const said = parsePairs('map', text)
  for (const field of said.keys()) {
    if (!fields.includes(field as PaymentField))
      throw new UsageError(`--map knows no ${field}.${didYouMean(field, fields)} It knows ${fields.join(', ')}.`)
  }
  return said as Map<PaymentField, string>
}

/** `Check=cheque,Regular=Yearly`: words of the file, without regard to case and accents, and what they mean here. */
export const parseValueMap = (text: string | undefined) =>
  new Map([...parsePairs('values', text)].map(([word, meaning]) => [bareWords(word), meaning]))

function parsePairs(option: string, text: string | undefined): Map<string, string> {
  if (!text) return new Map()
  return new Map(
    text.split(/,(?=[^,=]*=)/).map(pair => {
      const [word = '', ...meaning] = pair.split('=')
      if (meaning.length === 0) throw new UsageError(`--${option} is written as word=meaning,word=meaning.`)
      // Nothing at all means empty cells; signs alone would be taken for the same.
      if (bareWords(word) === '' && (option === 'map' || word.trim() !== ''))
        throw new UsageError(`--${option} has “${pair.trim()}”, where no letter or digit stands before the =.`)
      return [word.trim(), meaning.join('=').trim()]
    }),
  )
}
