import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { LedgerEntry } from '../../api.ts'
import { formatMoney } from '../../components/formats.ts'
import { formatSpaceDay } from '../../components/space_day.ts'
import { paymentEntriesQuery } from './data.ts'

/** The entries of a payment in the ledger. */
export function PaymentEntries({ id }: { id: number }) {
  const { t } = useTranslation('ledger')
  const { data: entries } = useSuspenseQuery(paymentEntriesQuery(id))
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('in_payment.title')}
        </Title>
        {entries[0] && (
          <Anchor
            component={Link}
            to="/payments/ledger"
            search={{ from: entries[0].date, to: entries.at(-1)?.date } as never}
            size="sm"
          >
            {t('in_payment.open')}
          </Anchor>
        )}
      </Group>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('in_payment.none')}
        </Text>
      ) : (
        <Stack component="ul" gap="xs" className="plain-list" aria-label={t('in_payment.title')}>
          {entries.map(entry => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation('ledger')
  const [debit = '', credit = ''] = [
    entry.lines.find(({ debit }) => debit > 0),
    entry.lines.find(({ credit }) => credit > 0),
  ].map(line => line?.account)
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <div>
        <Group gap="xs">
          <Text size="sm">{entry.label}</Text>
          {entry.number === null && (
            <Badge size="sm" color="gray">
              {t('states.provisional')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            formatSpaceDay(entry.date),
            entry.number !== null && t('numbered', { journal: entry.journal_code, number: entry.number }),
            t('in_payment.accounts', { debit, credit }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <Text size="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
        {formatMoney(entry.amount, entry.currency)}
      </Text>
    </Group>
  )
}
