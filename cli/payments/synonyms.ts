import { normalizeWords } from '../../server/contacts/imports/headers.ts'
import { RowError } from './cells.ts'

// Values of other programs and their meaning in Muster.

/** The status kinds of imported payments. */
export type StatusKind = 'valid' | 'pending' | 'reimbursed' | 'unpaid' | 'bank_error' | 'cancel'

const dictionary = <Meaning extends string>(words: Record<Meaning, string>) =>
  new Map(
    Object.entries<string>(words).flatMap(([meaning, list]) => list.split(', ').map(word => [word, meaning])),
  ) as Map<string, Meaning>

const statuses = dictionary<StatusKind>({
  valid:
    'valid, completed, complete, succeeded, success, successful, paid, settled, processed, received, valide, paye, encaisse, termine',
  pending: 'pending, in progress, processing, pledged, en attente, en cours, promis',
  reimbursed: 'reimbursed, refunded, rembourse, partially refunded, partially reimbursed, partiellement rembourse',
  unpaid: 'unpaid, failed, declined, impaye, echoue, refuse',
  bank_error: 'bank error, chargeback, charged back, returned, bounced, rejected, rejet bancaire, rejete',
  cancel: 'cancel, cancelled, canceled, voided, void, annule',
})

/** Parses a payment status. For a partial refund a column must give the amount. */
export function statusOf(text: string): { kind: StatusKind; partly: boolean } {
  const bare = normalizeWords(text)
  const kind = statuses.get(bare)
  if (!kind)
    throw new RowError(
      'is not a known status; map it with --values to completed, pending, refunded, failed, returned or cancelled',
    )
  return { kind, partly: /^parti/.test(bare) }
}

const kinds = dictionary({
  membership:
    'membership, memberships, member dues, dues, membership dues, membership fee, membership payment, adhesion, cotisation, reglement cotisation',
  donation: 'donation, donations, gift, contribution, campaign contribution, one time, don, dons, cadeau, liberalite',
})

export function kindOf(text: string) {
  const kind = kinds.get(normalizeWords(text))
  if (!kind) throw new RowError('is neither a membership nor a donation; map it with --values')
  return kind as 'membership' | 'donation'
}

const methods = dictionary({
  card: 'card, credit card, debit card, credit debit card, visa, mastercard, american express, amex, carte, carte bancaire, cb, credit',
  cheque: 'cheque, check, echeck, cheque bancaire, personal check',
  cash: 'cash, especes, liquide',
  transfer: 'transfer, bank transfer, wire, wire transfer, eft, virement, virement bancaire',
  direct_debit: 'direct debit, sepa, sepa direct debit, sepa dd, ach, prelevement, prelevement automatique',
  online: 'online, paypal, stripe, en ligne, apple pay, google pay, actblue',
})

/** The payment method of the space. */
export function methodOf(text: string, known: string[]) {
  const bare = normalizeWords(text)
  const meant = methods.get(bare)
  const found = known.find(kind => normalizeWords(kind) === bare) ?? known.find(kind => kind.toLowerCase() === meant)
  if (!found) throw new RowError(`is not a payment method of the space; map it with --values to ${known.join(', ')}`)
  return found
}
