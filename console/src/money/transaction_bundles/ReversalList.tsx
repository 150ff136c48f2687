import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Reversal } from '../../api.ts'
import { formatMoney } from '../../components/formats.ts'
import { formatSpaceDay } from '../../components/space_day.ts'
import { reversalAnchor, reversalsOf, type Transaction } from './reversals.ts'
import type { Payment } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'

interface Props {
  payment: Payment
  transaction: Transaction
  /** Without it, none can be cancelled. */
  onCancel: ((reversal: Reversal) => void) | undefined
}

/** The refunds and returns of a transaction. A cancelled one stays visible, with its cancellation. */
export function ReversalList({ payment, transaction, onCancel }: Props) {
  const { t } = useTranslation('payments')
  const all = reversalsOf(payment, transaction)
  if (all.length === 0) return null
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-label={t('history.kinds.reversal')}>
      {all.map(({ reversal, cancellation }) => (
        <li key={reversal.id} id={reversalAnchor(reversal.id)} tabIndex={-1} className="reversal">
          <ReversalLine reversal={reversal} cancelled={cancellation !== undefined} onCancel={onCancel} />
          {cancellation && (
            <Text size="sm" className="breaking">
              {t('reversal.cancelled_on', { day: formatSpaceDay(cancellation.date), reason: cancellation.reason })}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  )
}

interface LineProps {
  reversal: Reversal
  cancelled: boolean
  onCancel: Props['onCancel']
}

function ReversalLine({ reversal, cancelled, onCancel }: LineProps) {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  const { kind, amount, currency, date, payment_method_kind, reason, reference } = reversal
  const isRefund = kind === 'refund' || kind === 'refund_cancelled'
  const facts = [
    formatSpaceDay(date),
    isRefund && payment_method_kind && methodName(payment_method_kind),
    reference && t('reversal.with_reference', { reference }),
  ].filter(Boolean)
  const takesBack = kind === 'refund' || kind === 'return'
  const struck = cancelled && { component: 'del' as const, td: 'line-through', c: 'dimmed' }
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <div>
        <Text size="sm" fw={600} display="block" {...struck}>
          {`${t(`reversal.kinds.${kind}`)} `}
          <span className="figures">{formatMoney(amount, currency)}</span>
        </Text>
        <Text size="sm" c="dimmed" display="block" className="breaking" {...struck}>
          {[...facts, reason].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {onCancel && takesBack && !cancelled && (
        <Button size="compact-sm" variant="subtle" flex="none" onClick={() => onCancel(reversal)}>
          {t('reversal.cancel.start')}
        </Button>
      )}
    </Group>
  )
}
