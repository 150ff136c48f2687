import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankMonth } from '../../../api.ts'
import { PrintIcon } from '../../../components/icons.tsx'
import { notify } from '../../../components/notifications.tsx'
import { useSave } from '../../../components/use_save.ts'
import { useMe } from '../../../use_me.ts'
import { closeMonth, openMonth } from '../data.ts'
import { downloadStatement } from '../files.ts'
import { monthName, monthWord } from './month_names.ts'
import { useWhyOpen } from './use_why_open.ts'

interface Props {
  account: BankAccount
  month: BankMonth
}

/** Closes a month that agrees, opens it again, and prints its reconciliation statement. */
export function MonthActions({ account, month }: Props) {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const why = useWhyOpen(month)
  const name = monthWord(month.month)
  const closing = useSave({
    save: () => closeMonth(account.id, month.month),
    onSaved: () => notify(t('close.done', { month: monthName(month.month) })),
  })
  const opening = useSave({ save: () => openMonth(account.id, month.month) })
  const printing = useStatementFile(account, month)
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
      {month.closed_at
        ? may('finance:settings') && (
            <Button variant="default" loading={opening.busy} onClick={() => void opening.save()}>
              {t('close.open', { month: name })}
            </Button>
          )
        : may('finance:write') && (
            <Button
              disabled={why !== undefined}
              aria-describedby={why ? 'why-open' : undefined}
              loading={closing.busy}
              onClick={() => void closing.save()}
            >
              {t('close.submit', { month: name })}
            </Button>
          )}
    </>
  )
}

/** Downloads the reconciliation statement of a month. */
export function useStatementFile(account: BankAccount, month: BankMonth) {
  const { t } = useTranslation('bank')
  return useSave({ save: () => downloadStatement(account.id, month.month, t('statement_file')) })
}
