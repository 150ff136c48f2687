import { useTranslation } from 'react-i18next'
import type { BankMonth } from '../../../api.ts'
import { DeleteConfirmation } from '../../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { formatMoney, formatNumber } from '../../../components/formats.ts'
import { monthName, monthWord } from './month_names.ts'

interface Props {
  month: BankMonth
  opened: boolean
  close: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Asks before a month with ignored lines is closed. */
export function CloseQuestion({ month, opened, close, onDone, onClose }: Props) {
  const { t } = useTranslation('bank')
  const { explanations, currency } = month
  const ignored = explanations.find(({ kind }) => kind === 'ignored_lines') ?? { count: 0, amount: 0 }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('close.question', { month: monthName(month.month) })}>
      <DeleteConfirmation
        question={t('close.ignored', {
          count: ignored.count,
          shown: formatNumber(ignored.count),
          amount: formatMoney(ignored.amount, currency),
        })}
        remove={close}
        onDone={() => {
          onClose()
          onDone()
        }}
        onCancel={onClose}
        labels={{
          cancel: t('button.cancel', { ns: 'shell' }),
          remove: t('close.submit', { month: monthWord(month.month) }),
        }}
      />
    </Dialog>
  )
}
