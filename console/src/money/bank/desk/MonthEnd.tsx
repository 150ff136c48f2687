import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankMonth } from '../../../api.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { formatMoney } from '../../../components/formats.ts'
import { MonthActions } from './MonthActions.tsx'
import { monthWord } from './month_names.ts'

/** In place of the open lines of a month that has none. */
export function MonthEnd({ account, month }: { account: BankAccount; month: BankMonth }) {
  const { t } = useTranslation('bank')
  const amount = formatMoney(month.difference, month.currency)
  const name = monthWord(month.month)
  if (month.lines_count === 0)
    return <EmptyState title={capital(t('end.no_lines', { month: name }))} why={t('end.no_lines_why')} />
  const title = month.difference === 0 ? t('end.agrees', { month: name, amount }) : t('end.settled', { month: name })
  return (
    <EmptyState
      title={capital(title)}
      why={month.difference === 0 ? t('end.agrees_why') : t('end.settled_why', { amount })}
    >
      <Group gap="xs" justify="center">
        <MonthActions account={account} month={month} />
      </Group>
    </EmptyState>
  )
}

/** French writes months without a capital, but not at the start of a sentence. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
