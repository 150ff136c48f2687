import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMoney, fullName } from '../../components/formats.ts'
import { formatSpaceDay } from '../../components/space_day.ts'
import { donationPricesQuery, membershipPricesQuery } from './data.ts'
import type { Payment } from './search_params.ts'

/** The donations and memberships of a payment. They cannot be removed; a mistake is corrected. */
export function PaymentItems({ payment: { memberships, donations } }: { payment: Payment }) {
  const { t } = useTranslation('payments')
  const [{ data: membershipPrices }, { data: donationPrices }] = useSuspenseQueries({
    queries: [membershipPricesQuery, donationPricesQuery],
  })
  if (memberships.length + donations.length === 0) return null
  // A gift of 0.00 is what a correction left of it.
  const given = donations.filter(({ amount }) => amount > 0)
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('items.title')}
      </Title>
      {memberships.map(
        ({ id, amount, amount_initial, currency, contact, start_date, end_date, membership_price_id }) => (
          <Gift
            key={`membership ${id}`}
            what={membershipPrices.find(({ id }) => id === membership_price_id)?.name ?? t('membership')}
            kind={t('membership')}
            detail={
              end_date
                ? t('items.span', { from: formatSpaceDay(start_date), to: formatSpaceDay(end_date) })
                : t('items.since', { from: formatSpaceDay(start_date) })
            }
            {...{ amount, currency }}
            initial={amount_initial}
            who={fullName(contact)}
          />
        ),
      )}
      {given.map(({ id, amount, initial_amount, currency, contact, date, donation_price_id, affectation }) => (
        <Gift
          key={`donation ${id}`}
          what={donationPrices.find(({ id }) => id === donation_price_id)?.name ?? t('donation')}
          kind={t('donation')}
          detail={affectation ? t('items.for', { day: formatSpaceDay(date), affectation }) : formatSpaceDay(date)}
          {...{ amount, currency }}
          initial={initial_amount}
          who={fullName(contact)}
        />
      ))}
    </Stack>
  )
}

interface GiftProps {
  what: string
  kind: string
  detail: string
  who: string
  amount: number
  initial: number
  currency: string
}

const Gift = ({ what, kind, detail, who, amount, initial, currency }: GiftProps) => (
  <Paper withBorder p="xs">
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text size="sm" fw={600}>
          {what}
        </Text>
        <Text size="xs" c="dimmed">
          {[...new Set([kind, who, detail])].filter(text => text && text !== what).join(' · ')}
        </Text>
      </div>
      <Text size="sm" fw={600} className="figures" style={{ whiteSpace: 'nowrap' }}>
        {initial !== amount && (
          <Text span size="sm" c="dimmed" td="line-through" mr={6}>
            {formatMoney(initial, currency)}
          </Text>
        )}
        {formatMoney(amount, currency)}
      </Text>
    </Group>
  </Paper>
)
