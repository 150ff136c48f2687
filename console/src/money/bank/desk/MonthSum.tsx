import { Group, Paper, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankMonth } from '../../../api.ts'
import { formatDateTime, formatMoney, formatNumber, formatShortDay, fullName } from '../../../components/formats.ts'
import { lastDayOf } from './month_names.ts'
import { useWhyOpen } from './use_why_open.ts'

/** What the bank has less what the ledger has, and how many lines are settled. */
export function MonthSum({ month }: { month: BankMonth }) {
  const { t } = useTranslation('bank')
  const why = useWhyOpen(month)
  const { bank_balance, book_balance, difference, currency, lines_count, open_count } = month
  const settled = lines_count - open_count
  const counted = t('sum.settled', {
    count: lines_count,
    done: formatNumber(settled),
    shown: formatNumber(lines_count),
  })
  return (
    <Paper withBorder px="md" py={6} mb="xs" component="section" aria-label={t('sum.label')}>
      <div className="bank-sum">
        <Term
          label={t('sum.bank', { day: formatShortDay(lastDayOf(month.month)) })}
          amount={formatMoney(bank_balance, currency)}
        />
        <span className="bank-sign">−</span>
        <Term label={t('sum.books')} amount={formatMoney(book_balance, currency)} />
        <span className="bank-sign">=</span>
        <Term
          label={t(difference === 0 ? 'sum.agrees' : 'sum.difference')}
          amount={formatMoney(difference, currency)}
          className={difference === 0 ? 'bank-agrees' : 'bank-differs'}
        />
        <div className="bank-progress">
          <Group justify="space-between" gap="0 12px">
            <Text size="sm" fw={600}>
              {counted}
            </Text>
            <Text size="sm" c="dimmed" id="why-open" data-waiting={why !== undefined}>
              {month.closed_at
                ? t('close.closed', {
                    when: formatDateTime(month.closed_at),
                    who: month.closed_by ? fullName(month.closed_by) : '',
                  })
                : (why ?? t('close.ready'))}
            </Text>
          </Group>
          <Progress value={lines_count > 0 ? (settled / lines_count) * 100 : 0} my={4} aria-label={counted} />
          <Explanations month={month} />
        </div>
      </div>
    </Paper>
  )
}

function Term({ label, amount, className }: { label: string; amount: string; className?: string }) {
  return (
    <div className={className}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className="bank-amount">{amount}</Text>
    </div>
  )
}

function Explanations({ month: { explanations, currency } }: { month: BankMonth }) {
  const { t } = useTranslation('bank')
  const parts = explanations.filter(({ amount }) => amount !== 0)
  // The difference and the number of open lines are told beside.
  if (parts.every(({ kind }) => kind === 'open_lines')) return null
  return (
    <Text size="sm" c="dimmed">
      {parts
        .map(({ kind, count, amount }) =>
          t(`explained.${kind}`, { count, shown: formatNumber(count), amount: formatMoney(amount, currency) }),
        )
        .join(' · ')}
    </Text>
  )
}
