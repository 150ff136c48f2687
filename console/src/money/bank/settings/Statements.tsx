import { Button, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BankAccount, type BankStatement, muster, refreshAfter } from '../../../api.ts'
import { DeleteConfirmation } from '../../../components/DeleteConfirmation.tsx'
import { formatDayRange, formatMoney, formatNumber } from '../../../components/formats.ts'
import { SmallTable } from '../../../components/SmallTable.tsx'
import { useMe } from '../../../use_me.ts'
import { statementsQuery } from '../data.ts'

/** The statements of an account. One that was imported by mistake can be deleted. */
export function Statements({ account }: { account: BankAccount }) {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const { data: statements } = useSuspenseQuery(statementsQuery(account.id))
  const [removing, setRemoving] = useState<BankStatement>()
  if (removing)
    return (
      <DeleteConfirmation
        question={t('statements.sure', { name: removing.file_name, count: removing.added_count })}
        remove={() => refreshAfter(['bank'], muster.bank_statements.delete({ id: removing.id }))}
        onDone={() => setRemoving(undefined)}
        onCancel={() => setRemoving(undefined)}
      />
    )
  if (statements.length === 0) return <Text c="dimmed">{t('statements.none')}</Text>
  return (
    <SmallTable
      label={t('statements.title')}
      minWidth={420}
      verticalSpacing="xs"
      rows={statements}
      columns={[
        {
          label: t('statements.period'),
          cell: ({ from_date, to_date, file_name }) => (
            <>
              {formatDayRange(from_date, to_date)}
              <Text size="xs" c="dimmed" className="breaking">
                {file_name}
              </Text>
            </>
          ),
        },
        {
          label: t('statements.lines'),
          figures: true,
          cell: ({ added_count, lines_count }) =>
            t('statements.added', { added: formatNumber(added_count), lines: formatNumber(lines_count) }),
        },
        {
          label: t('statements.balance'),
          figures: true,
          cell: ({ closing_balance }) =>
            closing_balance === null ? '' : formatMoney(closing_balance, account.currency),
        },
        {
          cell: statement =>
            may('finance:write') && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={t('statements.remove', { name: statement.file_name })}
                onClick={() => setRemoving(statement)}
              >
                {t('button.delete', { ns: 'shell' })}
              </Button>
            ),
        },
      ]}
    />
  )
}
