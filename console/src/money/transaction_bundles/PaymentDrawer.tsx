import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isNotFound } from '../../api.ts'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { FieldSkeletons, Loading, Placeholder } from '../../components/Loading.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { useMe } from '../../use_me.ts'
import { PaymentLines } from '../bank/PaymentLines.tsx'
import { PaymentWarnings } from '../payment_warnings/PaymentWarnings.tsx'
import { AddPaymentItem } from './AddPaymentItem.tsx'
import { listedPayment, paymentQuery } from './data.ts'
import { PaymentBatches } from './PaymentBatches.tsx'
import { PaymentEntries } from './PaymentEntries.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { PaymentHeader } from './PaymentHeader.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { PaymentItems } from './PaymentItems.tsx'
import { usePaymentName } from './use_payment_name.ts'

export function PaymentDrawer(props: OpenRecord) {
  const { open } = props
  const nameOf = usePaymentName()
  const { data } = useQuery({ ...paymentQuery(open ?? 0), enabled: open !== undefined, throwOnError: false })
  const payment = open === undefined ? undefined : (data?.payment ?? listedPayment(open))
  return (
    <ListRecordDrawer title={open === undefined ? '' : nameOf(payment)} {...props}>
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
      <PaymentBatches payment={payment} />
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
