import { Badge } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statusesQuery } from './data.ts'
import type { Reversed } from './reversals.ts'
import { useReversedWords } from './use_reversed_words.ts'

// By the kind of the status. The colour chosen by the space may lack contrast.
const colors: Record<string, string> = {
  valid: 'green',
  pending: 'yellow',
  unpaid: 'red',
  bank_error: 'red',
  reimbursed: 'blue',
}

export function StatusBadge({ id }: { id: number | null | undefined }) {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const status = statuses.find(status => status.id === id)
  return <Badge color={colors[status?.kind ?? ''] ?? 'gray'}>{status?.name ?? t('no_status')}</Badge>
}

/** That a payment was refunded or returned, in whole or in part. */
export function ReversedBadge({ reversed }: { reversed: Reversed }) {
  const reversedWords = useReversedWords()
  const isReturned = reversed.state.endsWith('returned')
  return <Badge color={colors[isReturned ? 'unpaid' : 'reimbursed'] ?? 'gray'}>{reversedWords(reversed).words}</Badge>
}
