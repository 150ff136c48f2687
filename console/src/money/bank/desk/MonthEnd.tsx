import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankMonth } from '../../../api.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { formatMoney } from '../../../components/formats.ts'
import { ImportIcon, PrintIcon } from '../../../components/icons.tsx'
import { MonthActions } from './MonthActions.tsx'
import { monthWord } from './month_names.ts'
import { useStatementFile } from './use_month_changes.tsx'

interface Props {
  account: BankAccount
  month: BankMonth
  /** Undefined without the permission to import. */
  onImport: (() => void) | undefined
  onMatched: () => void
}

/** In place of the open lines of a month that has none. */
export function MonthEnd({ account, month, onImport, onMatched }: Props) {
  const { t } = useTranslation('bank')
  const amount = formatMoney(month.difference, month.currency)
  const name = monthWord(month.month)
  if (month.lines_count === 0)
    return (
      <EmptyState title={capital(t('end.no_lines', { month: name }))} why={t('end.no_lines_why')}>
        {onImport && !month.closed_at && (
          <Button leftSection={<ImportIcon size={16} />} onClick={onImport}>
            {t('import.start')}
          </Button>
        )}
      </EmptyState>
    )
  const title = month.difference === 0 ? t('end.agrees', { month: name, amount }) : t('end.settled', { month: name })
  return (
    <EmptyState
      title={capital(title)}
      why={month.difference === 0 ? t('end.agrees_why') : t('end.settled_why', { amount })}
    >
      <Group gap="xs" justify="center">
        {month.closed_at ? (
          <Closed account={account} month={month} onMatched={onMatched} />
        ) : (
          <MonthActions account={account} month={month} />
        )}
      </Group>
    </EmptyState>
  )
}

/** What is left to do with a closed month. It is opened again in the header only. */
function Closed({ account, month, onMatched }: Omit<Props, 'onImport'>) {
  const { t } = useTranslation('bank')
  const file = useStatementFile(account, month)
  return (
    <>
      <Button leftSection={<PrintIcon size={16} />} loading={file.busy} onClick={() => void file.save()}>
        {t('close.print')}
      </Button>
      {month.matched_count > 0 && (
        <Button variant="default" onClick={onMatched}>
          {t('end.matched')}
        </Button>
      )}
    </>
  )
}

/** French writes months without a capital, but not at the start of a sentence. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
