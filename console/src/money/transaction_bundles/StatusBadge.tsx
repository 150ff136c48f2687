import { Badge } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statusesQuery } from './data.ts'
import type { ReversedWords } from './use_reversed.ts'

// By the kind of the status. The colour chosen by the space may lack contrast.
const colors: Record<string, string> = {
  valid: 'green',
  pending: 'yellow',
  unpaid: 'red',
  bank_error: 'red',
  reimbursed: 'blue',
}

export function StatusBadge({ id }: { id: number | null | undefined }) {
  const { color, name } = useStatusBadge()(id)
  return <Badge color={color}>{name}</Badge>
}

/** The colour and the name of a status. */
export function useStatusBadge() {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  return (id: number | null | undefined) => {
    const status = statuses.find(status => status.id === id)
    return { color: colors[status?.kind ?? ''] ?? 'gray', name: status?.name ?? t('no_status') }
  }
}

/** That a payment was refunded or returned, in whole or in part. */
export const ReversedBadge = ({ reversed }: { reversed: ReversedWords }) => (
  <Badge color={reversedColor(reversed)}>{reversed.words}</Badge>
)

export const reversedColor = ({ what }: ReversedWords) =>
  (what === 'refunded' ? colors['reimbursed'] : colors['unpaid']) ?? 'gray'
