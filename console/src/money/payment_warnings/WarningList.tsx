import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { useMe } from '../../use_me.ts'
import { listedPayment, paymentQuery } from '../transaction_bundles/data.ts'
import { Payer } from '../transaction_bundles/Payer.tsx'
import { payerOf } from '../transaction_bundles/search_params.ts'
import { usePaymentName } from '../transaction_bundles/use_payment_name.ts'
import type { PaymentWarning } from './data.ts'
import { SettleForm } from './SettleForm.tsx'
import { useWarningText } from './use_warning_text.ts'

interface Props {
  warnings: PaymentWarning[]
  /** The payment on whose page they show. */
  payment?: number
}

/** Warnings with links to their payments, each to be settled. */
export function WarningList({ warnings, payment }: Props) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const textOf = useWarningText()
  const [settling, setSettling] = useState<PaymentWarning>()
  return (
    <>
      <Stack gap={0} component="ul" className="plain-list warning-list" data-queue={payment === undefined}>
        {warnings.map(warning => (
          <Group key={warning.id} component="li" justify="space-between" gap="xs" wrap="nowrap" py={6}>
            <div className="breaking">
              <Text size="sm">
                <PaymentLinks warning={warning} payment={payment} />
              </Text>
              <Text size={payment === undefined ? 'xs' : 'sm'} c={payment === undefined ? 'dimmed' : undefined}>
                {textOf(warning)}
              </Text>
            </div>
            {may('finance:write') && (
              <Button size="compact-sm" variant="default" onClick={() => setSettling(warning)} flex="none">
                {t('warning.settle.start')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <Dialog opened={settling !== undefined} onClose={() => setSettling(undefined)} title={t('warning.settle.title')}>
        {settling && <SettleForm warning={settling} onDone={() => setSettling(undefined)} />}
      </Dialog>
    </>
  )
}

/** Links to the payments that a warning is about, except the one that is shown. */
function PaymentLinks({ warning, payment }: { warning: PaymentWarning; payment: number | undefined }) {
  const ids = [warning.transaction_bundle_id, warning.other_bundle_id]
    .filter(id => id !== null)
    .filter(id => id !== payment)
  return [...new Set(ids)].map((id, index, all) => (
    <span key={id}>
      {index > 0 && ' · '}
      <Anchor component={Link} to={'/payments' as never} search={{ view: 'all', open: id } as never} size="sm" fw={500}>
        <PaymentName id={id} after={all[index - 1]} />
      </Anchor>
    </span>
  ))
}

/** Who paid, what for and when. After another payment of the same person, the name is not repeated. */
function PaymentName({ id, after }: { id: number; after: number | undefined }) {
  const nameOf = usePaymentName()
  const payment = usePayment(id)
  const before = usePayment(after)
  const repeated = payment && before && payerOf(payment).id === payerOf(before).id
  return (
    <>
      {payment && !repeated && (
        <>
          <Payer {...payerOf(payment)} />
          {', '}
        </>
      )}
      {nameOf(payment)}
    </>
  )
}

function usePayment(id: number | undefined) {
  const { data } = useQuery({ ...paymentQuery(id ?? 0), enabled: id !== undefined, throwOnError: false })
  return data?.payment ?? (id === undefined ? undefined : listedPayment(id))
}
