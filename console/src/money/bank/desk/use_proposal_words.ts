import { useTranslation } from 'react-i18next'
import type { BankLine, BankProposal, BankProposalReason } from '../../../api.ts'
import { formatMoney, formatNumber, fullName } from '../../../components/formats.ts'
import { formatSpaceDay } from '../../../components/space_day.ts'
import { useReturnReason } from './use_return_reason.ts'

/** Reasons whose value is worth reading: the others repeat what the proposal says. */
const valued_reasons = [
  'end_to_end_id',
  'batch_number',
  'lot',
  'payout',
  'reference',
  'campaign',
  'rule',
  'another_payer',
] as const

type Words = ReturnType<typeof useTranslation<'bank'>>['t']

/** What a proposal is, and why it is made, in words. */
export function useProposalWords() {
  const { t } = useTranslation('bank')
  const returnReason = useReturnReason()
  const reasonOf = ({ kind, value }: BankProposalReason) => {
    if (kind === 'return') return value ? returnReason(value) : t('reason.return')
    if (kind === 'iban_seen') {
      const count = Number(value)
      return count > 0 ? t('reason.iban_times', { count, shown: formatNumber(count) }) : t('reason.iban_seen')
    }
    const valued = valued_reasons.find(one => one === kind)
    return value && valued ? t(`reason_with.${valued}`, { value }) : t(`reason.${kind}`)
  }
  return {
    titleOf: (line: BankLine, proposal: BankProposal | undefined) =>
      proposal ? titleOf(t, line, proposal) : t('proposal.none'),
    reasonsOf: (line: BankLine, { reasons, kind, payer }: BankProposal) => {
      // The code of a return stands beside its title.
      const told = reasons.filter(reason => reason.kind !== 'return' || line.return_reason === '').map(reasonOf)
      const place = [payer && fullName(payer), payer?.city].filter(Boolean).join(', ')
      return [...new Set(kind === 'new_payment' && payer ? [t('proposal.payer', { name: place }), ...told] : told)]
    },
  }
}

function titleOf(t: Words, { currency }: BankLine, proposal: BankProposal): string {
  const { kind, batch, payments, matches, rule } = proposal
  const [first] = payments
  const paid = matches.filter(({ kind }) => kind !== 'account')
  const amount = formatMoney(
    paid.reduce((sum, match) => sum + match.amount, 0),
    currency,
  )
  const counted = { count: paid.length, shown: formatNumber(paid.length), amount }
  const name = first ? fullName(first.contact) : ''
  const day = formatSpaceDay(first?.date)
  switch (kind) {
    case 'batch':
      return t('proposal.batch', { number: batch?.number ?? '' })
    case 'lot':
      return t('proposal.lot', counted)
    case 'payout':
      return t('proposal.payout', counted)
    case 'return':
      return paid.length > 1 ? t('proposal.returns', counted) : t('proposal.return', { day, name })
    case 'refund':
      return t('proposal.refund', { day, name })
    case 'rule':
      return rule ? ruleTitle(t, proposal, rule) : t('proposal.none')
    case 'new_payment':
      return t('proposal.none')
    default:
      if (paid.length !== 1 || !first) return t('proposal.payments', counted)
      return first.label ? [first.label, name].join(', ') : [name, t('proposal.payment', { day })].join(', ')
  }
}

function ruleTitle(t: Words, { payer }: BankProposal, { outcome }: NonNullable<BankProposal['rule']>) {
  if (outcome.kind === 'account') return t('proposal.account', { account: outcome.account ?? '' })
  if (outcome.kind === 'ignore') return t('proposal.ignore', { reason: outcome.reason ?? '' })
  return [t(`kind.${outcome.kind}`), payer ? fullName(payer) : outcome.code_campaign].filter(Boolean).join(', ')
}
