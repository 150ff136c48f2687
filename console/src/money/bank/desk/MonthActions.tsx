import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankMonth } from '../../../api.ts'
import { ImportIcon, PrintIcon } from '../../../components/icons.tsx'
import { PageActions } from '../../../components/PageActions.tsx'
import { useMonthChange, useStatementFile } from './use_month_changes.tsx'

interface Props {
  account: BankAccount
  month: BankMonth
}

/** Closes a month that agrees, opens it again, and prints its reconciliation statement. */
export function MonthActions({ account, month }: Props) {
  const { t } = useTranslation('bank')
  const printing = useStatementFile(account, month)
  const [change, question] = useMonthChange(account, month)
  return (
    <>
      <Tooltip label={t('close.print')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('close.print')}
          loading={printing.busy}
          onClick={() => void printing.save()}
        >
          <PrintIcon size={16} />
        </ActionIcon>
      </Tooltip>
      {change && (
        <Button
          variant={change.closes ? 'filled' : 'default'}
          disabled={change.why !== undefined}
          aria-describedby={change.why ? 'why-open' : undefined}
          loading={change.busy}
          onClick={change.run}
        >
          {change.label}
        </Button>
      )}
      {question}
    </>
  )
}

/** The same on a phone: one menu, with the import. */
export function MonthMenu({ account, month, onImport }: Props & { onImport: (() => void) | undefined }) {
  const { t } = useTranslation('bank')
  const printing = useStatementFile(account, month)
  const [change, question] = useMonthChange(account, month)
  return (
    <>
      <PageActions
        actions={[
          ...(onImport ? [{ label: t('import.start'), Icon: ImportIcon, onClick: onImport }] : []),
          { label: t('close.print'), Icon: PrintIcon, onClick: () => void printing.save(), busy: printing.busy },
          ...(change ? [{ label: change.label, onClick: change.run, busy: change.busy, why: change.why }] : []),
        ]}
      />
      {question}
    </>
  )
}
