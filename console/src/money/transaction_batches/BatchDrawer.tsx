import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../api.ts'
import { formatMoney } from '../../components/formats.ts'
import { CloseIcon, ExportIcon, PlusIcon } from '../../components/icons.tsx'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { Loading } from '../../components/Loading.tsx'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { formatSpaceDay } from '../../components/space_day.ts'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { downloadDepositSlip } from '../bank/files.ts'
import { paymentsQuery } from '../transaction_bundles/data.ts'
import { Payer } from '../transaction_bundles/Payer.tsx'
import { StatusBadge } from '../transaction_bundles/StatusBadge.tsx'
import { type Payment, payerOf } from '../transaction_bundles/search_params.ts'
import { useMethodName } from '../transaction_bundles/use_method_name.ts'
import { usePaymentName } from '../transaction_bundles/use_payment_name.ts'
import { BatchControl } from './BatchControl.tsx'
import { addToBatch, type Batch, batchQuery, removeFromBatch } from './data.ts'

export function BatchDrawer(props: OpenRecord) {
  const { t } = useTranslation('payments')
  return (
    <ListRecordDrawer title={t('batch.drawer_title')} {...props}>
      {id => <BatchRecord id={id} />}
    </ListRecordDrawer>
  )
}

function BatchRecord({ id }: { id: number }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data, error, refetch } = useQuery(batchQuery(id))
  if (!data || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} />
  const { batch, etag } = data
  return (
    <Stack gap="lg">
      <BatchControl batch={batch} etag={etag} />
      <Group gap="xs">
        {batch.state === 'open' && may('finance:write') && (
          <Button
            component={Link}
            to="/payments/new"
            search={{ batch: id } as never}
            size="xs"
            leftSection={<PlusIcon size={14} />}
          >
            {t('batch.record')}
          </Button>
        )}
        {batch.count > 0 && <DepositSlip batch={batch} />}
      </Group>
      <Contents batch={batch} />
    </Stack>
  )
}

function DepositSlip({ batch: { id, number } }: { batch: Batch }) {
  const { t } = useTranslation('bank')
  const printing = useSave({ save: () => downloadDepositSlip(id, number) })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<ExportIcon size={14} />}
      loading={printing.busy}
      onClick={() => void printing.save()}
    >
      {t('deposit_slip')}
    </Button>
  )
}

function Contents({ batch }: { batch: Batch }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const methodName = useMethodName()
  const paymentName = usePaymentName()
  const nameOf = (payment: Payment) => payerOf(payment).name ?? paymentName(payment)
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(paymentsQuery({ batch_id: batch.id }))
  if (!data) return <Loading />
  const held = new Set(batch.transaction_ids)
  const rows = data.pages
    .flatMap(page => page.data)
    .flatMap(payment => payment.transactions.filter(({ id }) => held.has(id)).map(item => ({ payment, item })))
  const remove = async (transaction_id: number) => {
    await removeFromBatch(batch.id, [transaction_id])
    notifyWithUndo(t('batch.taken_out'), () => addToBatch(batch.id, [transaction_id]))
  }
  if (rows.length === 0) return <Text c="dimmed">{t('batch.no_payments')}</Text>
  return (
    <Stack gap={6}>
      {rows.map(({ payment, item }) => (
        <Group key={item.id} justify="space-between" wrap="nowrap">
          <div>
            <Anchor component={Link} to="/payments" search={{ view: 'all', open: payment.id } as never} size="sm">
              <Payer {...payerOf(payment)} />
            </Anchor>
            <Text size="xs" c="dimmed">
              {[formatSpaceDay(item.date), methodName(item.payment_method_kind)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Group gap="xs" wrap="nowrap">
            <StatusBadge id={item.status_id} />
            <Text size="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(item.amount, item.currency)}
            </Text>
            {batch.state === 'open' && may('finance:write') && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('batch.take_out', { name: nameOf(payment) })}
                onClick={() => void remove(item.id).catch(notifyError)}
              >
                <CloseIcon size={16} />
              </ActionIcon>
            )}
          </Group>
        </Group>
      ))}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
          {t('batch.more')}
        </Button>
      )}
    </Stack>
  )
}
