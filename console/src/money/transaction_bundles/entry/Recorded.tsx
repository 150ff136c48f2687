import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../components/formats.ts'
import { Payer } from '../Payer.tsx'
import { type Payment, payerOf } from '../search_params.ts'

/** Says that a payment was saved, above the fields of the next one. */
export function Saved({ payment }: { payment: Payment | undefined }) {
  const { t } = useTranslation('payments')
  return (
    // Empty, it takes no gap of the form.
    <div role="status" style={{ display: 'contents' }}>
      {payment && (
        <Text size="sm">
          {t('entry.saved')}{' '}
          <PaymentLink payment={payment}>
            <Payer {...payerOf(payment)} />, {amountOf(payment)}
          </PaymentLink>
        </Text>
      )}
    </div>
  )
}

/** The payments just recorded, the last one first. */
export function Recorded({ payments }: { payments: Payment[] }) {
  const { t } = useTranslation('payments')
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {t('entry.series')}
      </Title>
      <Stack gap={4}>
        {payments.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('entry.series_none')}
          </Text>
        )}
        {payments.map(payment => (
          <Group key={payment.id} justify="space-between" wrap="nowrap" gap="xs">
            <PaymentLink payment={payment}>
              <Payer {...payerOf(payment)} />
            </PaymentLink>
            <Text size="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
              {amountOf(payment)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

const PaymentLink = ({ payment, children }: { payment: Payment; children: ReactNode }) => (
  <Anchor component={Link} to="/payments" search={{ view: 'all', open: payment.id } as never} size="sm" truncate>
    {children}
  </Anchor>
)

const amountOf = ({ transactions: [transaction] }: Payment) =>
  transaction && formatMoney(transaction.amount, transaction.currency)
