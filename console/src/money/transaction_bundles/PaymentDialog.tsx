import { Button, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reversal } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { CancelReversalForm } from './CancelReversalForm.tsx'
import { CorrectionForm } from './CorrectionForm.tsx'
import { settingsQuery, statusesQuery } from './data.ts'
import { isInOpenPeriod } from './open_periods.ts'
import { ReversalForm } from './ReversalForm.tsx'
import { reversibleOf, type Transaction } from './reversals.ts'
import type { Payment } from './search_params.ts'

/** What is done to a transaction, or to one of its reversals. */
export type PaymentTask =
  | { kind: 'refund' | 'return'; transaction: Transaction }
  | { kind: 'correct'; transaction: Transaction }
  | { kind: 'cancel'; reversal: Reversal }

interface Props {
  task: PaymentTask | undefined
  payment: Payment
  etag: string | undefined
  onTask: (task: PaymentTask | undefined) => void
  /** A refund or return was recorded or cancelled. */
  onReversed: (reversal_id: number) => void
  focusAfter: () => HTMLElement | null | undefined
}

/** The dialog that refunds or corrects a payment. */
export function PaymentDialog({ task, payment, etag, onTask, onReversed, focusAfter }: Props) {
  const { t } = useTranslation('payments')
  const close = () => onTask(undefined)
  const titles = {
    refund: t('reversal.refund.title'),
    return: t('reversal.return.title'),
    cancel: t(
      task?.kind === 'cancel' && task.reversal.kind === 'return' ? 'reversal.cancel.return' : 'reversal.cancel.refund',
    ),
    correct: t('correct.title'),
  }
  return (
    <Dialog
      opened={task !== undefined}
      onClose={close}
      size={task?.kind === 'correct' ? 'lg' : 'md'}
      title={task && titles[task.kind]}
      focusAfter={focusAfter}
    >
      {task?.kind === 'cancel' && (
        <CancelReversalForm reversal={task.reversal} onReversed={onReversed} onDone={close} />
      )}
      {(task?.kind === 'refund' || task?.kind === 'return') && (
        <ReversalForm {...task} payment_id={payment.id} onReversed={onReversed} onDone={close} />
      )}
      {task?.kind === 'correct' && (
        <CorrectionTask {...{ payment, etag, onTask }} transaction={task.transaction} onDone={close} />
      )}
    </Dialog>
  )
}

interface CorrectionProps extends Omit<Props, 'task' | 'onReversed' | 'focusAfter'> {
  transaction: Transaction
  onDone: () => void
}

/** The correction, or what to do instead in a closed period. One transaction in a closed period closes the whole payment. */
function CorrectionTask({ onTask, ...props }: CorrectionProps) {
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const [isClosed, setClosed] = useState(
    () => !props.payment.transactions.every(({ date }) => isInOpenPeriod(settings, date)),
  )
  if (isClosed) return <ClosedPeriod transaction={props.transaction} onTask={onTask} />
  return <CorrectionForm {...props} onClosed={() => setClosed(true)} />
}

function ClosedPeriod({ transaction, onTask }: Pick<CorrectionProps, 'transaction' | 'onTask'>) {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  return (
    <Stack gap="sm">
      <Text size="sm">{t('correct.closed')}</Text>
      {reversibleOf(transaction, statuses) > 0 && (
        <>
          <Button variant="default" onClick={() => onTask({ kind: 'refund', transaction })} data-autofocus>
            {t('reversal.refund.start')}
          </Button>
          <Button variant="default" onClick={() => onTask({ kind: 'return', transaction })}>
            {t('reversal.return.start')}
          </Button>
        </>
      )}
      <Button
        variant="default"
        component={Link}
        to={'/payments/new' as never}
        search={{ contact: transaction.contact_id } as never}
      >
        {t('create')}
      </Button>
    </Stack>
  )
}
