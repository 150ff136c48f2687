import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatMoney } from '../../components/formats.ts'
import { Loading } from '../../components/Loading.tsx'
import { previousAndNext, RecordDrawer } from '../../components/RecordDrawer.tsx'
import { useMe } from '../../use_me.ts'
import { AddPaymentItem } from './AddPaymentItem.tsx'
import { paymentQuery } from './data.ts'
import { Payer } from './Payer.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { PaymentItems } from './PaymentItems.tsx'
import { payerOf, sumsOf } from './search_params.ts'

interface Props {
  open: number | undefined
  ids: number[]
  onOpen: (id: number) => void
  onClose: () => void
}

export function PaymentDrawer({ open, ids, onOpen, onClose }: Props) {
  const { t } = useTranslation('payments')
  return (
    <RecordDrawer
      title={open === undefined ? '' : t('one', { id: open })}
      opened={open !== undefined}
      onClose={onClose}
      {...previousAndNext(ids, open, onOpen)}
    >
      {open !== undefined && <Known key={open} id={open} />}
    </RecordDrawer>
  )
}

function Known({ id }: { id: number }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data, error } = useQuery(paymentQuery(id))
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t('message.not_found', { ns: 'shell' })} />
  if (!data) return <Loading />
  const { payment, etag } = data
  const payer = payerOf(payment)
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="baseline">
        {may('contacts:read') ? (
          <Anchor component={Link} to={'/contacts' as never} search={{ open: payer.id } as never} fw={700} fz="lg">
            <Payer {...payer} />
          </Anchor>
        ) : (
          <Text fw={700} fz="lg">
            <Payer {...payer} />
          </Text>
        )}
        <Group gap="sm">
          {sumsOf([payment]).map(([currency, amount]) => (
            <Text key={currency} fw={700} fz="lg" className="figures">
              {formatMoney(amount, currency)}
            </Text>
          ))}
        </Group>
      </Group>
      <PaymentForm payment={payment} etag={etag} />
      <PaymentItems payment={payment} />
      {may('finance:write') && <AddPaymentItem key={etag} payment={payment} etag={etag} />}
      <Suspense fallback={<Loading />}>
        <PaymentHistory id={id} />
      </Suspense>
    </Stack>
  )
}
