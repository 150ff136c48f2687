import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankMonth } from '../../../api.ts'
import { notify } from '../../../components/notifications.tsx'
import { useSave } from '../../../components/use_save.ts'
import { useMe } from '../../../use_me.ts'
import { closeMonth, openMonth } from '../data.ts'
import { downloadStatement } from '../files.ts'
import { CloseQuestion } from './CloseQuestion.tsx'
import { monthName, monthWord } from './month_names.ts'
import { useWhyOpen } from './use_why_open.ts'

interface MonthChange {
  label: string
  run: () => void
  busy: boolean
  /** Why it cannot be done now. */
  why: string | undefined
  closes: boolean
}

/** How a month is closed or opened again; undefined without the permission. A month with ignored lines asks first. */
export function useMonthChange(account: BankAccount, month: BankMonth): [MonthChange | undefined, ReactNode] {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const why = useWhyOpen(month)
  const [asking, setAsking] = useState(false)
  const name = monthWord(month.month)
  const close = () => closeMonth(account.id, month.month)
  const done = () => notify(t('close.done', { month: monthName(month.month) }))
  const closing = useSave({ save: close, onSaved: done })
  const opening = useSave({ save: () => openMonth(account.id, month.month) })
  if (month.closed_at) {
    const open = {
      label: t('close.open', { month: name }),
      run: () => void opening.save(),
      busy: opening.busy,
      why: undefined,
      closes: false,
    }
    return [may('finance:settings') ? open : undefined, null]
  }
  if (!may('finance:write')) return [undefined, null]
  return [
    {
      label: t('close.submit', { month: name }),
      run: () => (month.ignored_count > 0 ? setAsking(true) : void closing.save()),
      busy: closing.busy,
      why,
      closes: true,
    },
    <CloseQuestion
      key="question"
      month={month}
      opened={asking}
      close={close}
      onDone={done}
      onClose={() => setAsking(false)}
    />,
  ]
}

/** Downloads the reconciliation statement of a month. */
export function useStatementFile(account: BankAccount, month: BankMonth) {
  const { t } = useTranslation('bank')
  return useSave({ save: () => downloadStatement(account.id, month.month, t('statement_file')) })
}
