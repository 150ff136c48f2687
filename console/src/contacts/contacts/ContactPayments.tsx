import { Table, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TransactionBundle } from '../../api.ts'
import { sumOf } from '../../components/amounts.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatMoney, formatNumber } from '../../components/formats.ts'
import { rowClicks } from '../../components/row_clicks.ts'
import { formatSpaceDay } from '../../components/space_day.ts'
import { paymentsQuery } from './data.ts'

/** The payments of a contact, newest first, linked to the payments page. */
export function ContactPayments({ id }: { id: number }) {
  const { t } = useTranslation('contacts')
  const { data } = useSuspenseQuery(paymentsQuery(id))
  if (data.data.length === 0) return <EmptyState title={t('payments.none')} />
  return (
    <>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('payments.number')}</Table.Th>
              <Table.Th>{t('payments.date')}</Table.Th>
              <Table.Th>{t('payments.what')}</Table.Th>
              <Table.Th className="figures">{t('payments.amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody {...rowClicks}>
            {data.data.map(bundle => (
              <Table.Tr key={bundle.id}>
                <Table.Td>
                  <Link to={'/payments' as string} search={{ open: bundle.id } as never} className="record-link">
                    {bundle.id}
                  </Link>
                </Table.Td>
                <Table.Td>{formatSpaceDay(dateOf(bundle))}</Table.Td>
                <Table.Td>
                  {[
                    bundle.memberships.length > 0 && t('payments.membership', { count: bundle.memberships.length }),
                    bundle.donations.length > 0 && t('payments.donation', { count: bundle.donations.length }),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </Table.Td>
                <Table.Td className="figures">{sumsOf(bundle).join(' + ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.total > data.data.length && (
        <Text size="sm" c="dimmed">
          {t('payments.newest', { shown: formatNumber(data.data.length), total: formatNumber(data.total) })}
        </Text>
      )}
    </>
  )
}

const dateOf = ({ transactions, donations, memberships, CreatedAt }: TransactionBundle) =>
  transactions[0]?.date ?? donations[0]?.date ?? memberships[0]?.start_date ?? CreatedAt

/** The sum per currency. */
function sumsOf({ transactions }: TransactionBundle) {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of transactions) sums.set(currency, sumOf([sums.get(currency) ?? 0, amount]))
  return [...sums].map(([currency, amount]) => formatMoney(amount, currency))
}
