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
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {warnings.map(warning => (
          <Group key={warning.id} component="li" justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Text size="sm" className="breaking">
              {textOf(warning)} <PaymentLinks warning={warning} payment={payment} />
            </Text>
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
  return [...new Set(ids)].map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Anchor
        component={Link}
        to={'/payments' as never}
        search={{ view: 'all', open: id } as never}
        size="sm"
        underline="always"
      >
        <PaymentName id={id} />
      </Anchor>
    </span>
  ))
}

/** Who paid, what for and when. */
function PaymentName({ id }: { id: number }) {
  const nameOf = usePaymentName()
  const { data } = useQuery({ ...paymentQuery(id), throwOnError: false })
  const payment = data?.payment ?? listedPayment(id)
  return (
    <>
      {payment && (
        <>
          <Payer {...payerOf(payment)} />
          {', '}
        </>
      )}
      {nameOf(payment)}
    </>
  )
}
