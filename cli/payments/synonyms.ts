import { normalizeWords } from '../../server/contacts/imports/headers.ts'
import { RowError, SkippedRow } from './reasons.ts'

// Values of other programs and their meaning in Muster.

/** The status kinds of imported payments. */
export type StatusKind = 'valid' | 'pending' | 'reimbursed' | 'unpaid' | 'bank_error' | 'cancel'

const dictionary = <Meaning extends string>(words: Record<Meaning, string>) =>
  new Map(
    Object.entries<string>(words).flatMap(([meaning, list]) => list.split(', ').map(word => [word, meaning])),
  ) as Map<string, Meaning>

const statuses = dictionary<StatusKind | 'template'>({
  valid:
    'valid, completed, complete, succeeded, success, successful, paid, settled, processed, received, valide, paye, encaisse, termine, ' +
    'partially paid, partly paid, partiellement paye, paye partiellement, paye en partie, ' +
    'pending refund, refund pending, remboursement en attente, en attente de remboursement',
  pending:
    'pending, pending pay later, pending incomplete transaction, in progress, processing, pledged, en attente, en cours, promis',
  reimbursed: 'reimbursed, refunded, rembourse, partially refunded, partially reimbursed, partiellement rembourse',
  unpaid: 'unpaid, failed, declined, overdue, impaye, echoue, echec, refuse, en retard, echu',
  bank_error:
    'bank error, chargeback, charge back, charged back, returned, bounced, rejected, rejet bancaire, rejete, retrofacturation',
  cancel: 'cancel, cancelled, canceled, voided, void, annule',
  template: 'template, modele',
})

/** A payment status. `refunded` and `paid`: a part of it, whose amount another column gives. `refund_due`: more was paid than was due. */
export interface RowStatus {
  kind: StatusKind
  part?: 'refunded' | 'paid'
  refund_due?: true
}

/** Parses a payment status. */
export function statusOf(text: string): RowStatus {
  const bare = normalizeWords(text)
  const kind = statuses.get(bare)
  if (!kind) throw new RowError('unknown_status')
  if (kind === 'template') throw new SkippedRow('template')
  const isPart = /\b(partially|partly|partiellement|en partie)\b/.test(bare)
  return {
    kind,
    ...(isPart && { part: kind === 'reimbursed' ? ('refunded' as const) : ('paid' as const) }),
    ...(kind === 'valid' && /refund|rembours/.test(bare) && { refund_due: true as const }),
  }
}

const yes = new Set(['yes', 'y', 'true', 't', '1', 'oui', 'o', 'vrai'])
const no = new Set(['', 'no', 'n', 'false', 'f', '0', 'non', 'faux'])

export function isYes(text: string) {
  const bare = normalizeWords(text)
  if (!yes.has(bare) && !no.has(bare)) throw new RowError('not_yes_or_no')
  return yes.has(bare)
}

const kinds = dictionary({
  membership:
    'membership, memberships, member dues, dues, membership dues, membership fee, membership payment, adhesion, cotisation, reglement cotisation',
  donation: 'donation, donations, gift, contribution, campaign contribution, one time, don, dons, cadeau, liberalite',
})

export function kindOf(text: string) {
  const kind = kinds.get(normalizeWords(text))
  if (!kind) throw new RowError('unknown_kind')
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
  if (!found) throw new RowError('unknown_method', { methods: known.join(', ') })
  return found
}
