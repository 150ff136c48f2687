import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../api.ts'
import { formatDay, formatMoney } from '../../components/formats.ts'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { FieldSkeletons, Loading, Placeholder } from '../../components/Loading.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { useMe } from '../../use_me.ts'
import { PaymentLines } from '../bank/PaymentLines.tsx'
import { PaymentWarnings } from '../payment_warnings/PaymentWarnings.tsx'
import { AddPaymentItem } from './AddPaymentItem.tsx'
import { listedPayment, paymentQuery } from './data.ts'
import { Payer } from './Payer.tsx'
import { PaymentEntries } from './PaymentEntries.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { PaymentItems } from './PaymentItems.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { type Payment, payerOf, sumsOf } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'

export function PaymentDrawer(props: OpenRecord) {
  const { t } = useTranslation('payments')
  return (
    <ListRecordDrawer title={props.open === undefined ? '' : t('one', { id: props.open })} {...props}>
      {id => <PaymentRecord id={id} />}
    </ListRecordDrawer>
  )
}

function PaymentRecord({ id }: { id: number }) {
  const { may } = useMe()
  const { data, error, refetch } = useQuery(paymentQuery(id))
  const listed = error ? undefined : listedPayment(id)
  if (!data && listed)
    return (
      <Stack gap="lg">
        <PaymentHeader payment={listed} />
        <Placeholder>
          <FieldSkeletons />
        </Placeholder>
      </Stack>
    )
  if (!data || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} />
  const { payment, etag } = data
  return (
    <Stack gap="lg">
      <PaymentHeader payment={payment} />
      <PaymentWarnings id={id} />
      <PaymentForm payment={payment} etag={etag} />
      <PaymentItems payment={payment} />
      {may('finance:write') && <AddPaymentItem key={etag} payment={payment} etag={etag} />}
      <PaymentLines id={id} />
      <Suspense fallback={<Loading />}>
        <PaymentEntries id={id} />
        <PaymentHistory id={id} />
      </Suspense>
    </Stack>
  )
}

/** How much, its status, who paid, when and how. */
function PaymentHeader({ payment }: { payment: Payment }) {
  const { may } = useMe()
  const methodName = useMethodName()
  const payer = payerOf(payment)
  return (
    <Stack gap={4}>
      <Group gap="sm" align="center">
        {sumsOf([payment]).map(([currency, amount]) => (
          <Text key={currency} fw={700} fz={24} lh="32px" className="figures">
            {formatMoney(amount, currency)}
          </Text>
        ))}
        <Suspense>
          {statusIdsOf(payment).map(status => (
            <StatusBadge key={status} id={status} />
          ))}
        </Suspense>
      </Group>
      <Group gap="xs" align="baseline">
        {may('contacts:read') ? (
          <Anchor component={Link} to={'/contacts' as never} search={{ open: payer.id } as never} fw={600}>
            <Payer {...payer} />
          </Anchor>
        ) : (
          <Text fw={600}>
            <Payer {...payer} />
          </Text>
        )}
        {payment.transactions.length === 1 && payment.transactions[0] && (
          <Text c="dimmed">
            {formatDay(payment.transactions[0].date)} · {methodName(payment.transactions[0].payment_method_kind)}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

/** The statuses of its transactions, each once. */
const statusIdsOf = ({ transactions }: Payment) => [...new Set(transactions.map(({ status_id }) => status_id))]
