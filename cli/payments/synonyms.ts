import { bareWords } from '../../server/contacts/imports/headers.ts'
import { RowError } from './cells.ts'

// What other programs call what we know.

/** The kinds of status that payments from elsewhere have here. */
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

/** What became of the money. A part that was given back must be told as an amount. */
export function statusOf(text: string): { kind: StatusKind; partly: boolean } {
  const bare = bareWords(text)
  const kind = statuses.get(bare)
  if (!kind)
    throw new RowError(
      'is no status we know; say with --values whether it is completed, pending, refunded, failed, returned or cancelled',
    )
  return { kind, partly: /^parti/.test(bare) }
}

const kinds = dictionary({
  membership:
    'membership, memberships, member dues, dues, membership dues, membership fee, membership payment, adhesion, cotisation, reglement cotisation',
  donation: 'donation, donations, gift, contribution, campaign contribution, one time, don, dons, cadeau, liberalite',
})

export function kindOf(text: string) {
  const kind = kinds.get(bareWords(text))
  if (!kind) throw new RowError('is neither a membership nor a donation; say with --values which it is')
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

/** One of the methods that the space has. */
export function methodOf(text: string, known: string[]) {
  const bare = bareWords(text)
  const meant = methods.get(bare)
  const found = known.find(kind => bareWords(kind) === bare) ?? known.find(kind => kind.toLowerCase() === meant)
  if (!found)
    throw new RowError(
      `is no method of payment that the space has; say with --values which of ${known.join(', ')} it is`,
    )
  return found
}
