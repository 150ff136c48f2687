import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoney } from '../../components/formats.ts'
import { paymentLinesQuery } from './data.ts'

/** The bank lines that brought the money of a payment, or took it back. */
export function PaymentLines({ id }: { id: number }) {
  const { t } = useTranslation('bank')
  const { data: lines = [] } = useQuery(paymentLinesQuery(id))
  if (lines.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('in_payment')}
      </Title>
      <Stack component="ul" gap="xs" className="plain-list" aria-label={t('in_payment')}>
        {lines.map(({ id, date, counterparty, text, amount, currency, bank_account_id }) => (
          <li key={id}>
            <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
              <div>
                <Anchor
                  component={Link}
                  to="/payments/bank"
                  search={
                    { account: bank_account_id, month: date.slice(0, 7), tab: 'matched', q: text.slice(0, 60) } as never
                  }
                  size="sm"
                >
                  {formatDay(date)}
                </Anchor>
                <Text size="sm" c="dimmed" className="breaking">
                  {counterparty || text}
                </Text>
              </div>
              <Text size="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
                {formatMoney(amount, currency)}
              </Text>
            </Group>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
