import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/formats.ts'
import { SelectedBar } from '../../components/SelectedBar.tsx'
import { useMe } from '../../use_me.ts'
import { AddToBatch } from './AddToBatch.tsx'
import { BulkStatusSelect } from './BulkStatusSelect.tsx'
import { type Payment, sumsOf } from './search_params.ts'

/** The sums of the selected payments per currency, and the bulk actions. */
export function SelectionBar({ payments, onClear }: { payments: Payment[]; onClear: () => void }) {
  const { t } = useTranslation()
  const { may } = useMe()
  const sums = sumsOf(payments).map(([currency, amount]) => formatMoney(amount, currency))
  const selected = [t('message.selected', { count: payments.length }), ...sums].map(text => (
    <span key={text} className="figures">
      {text}
    </span>
  ))
  return (
    <SelectedBar selected={selected} onClear={onClear}>
      {may('finance:write') && (
        <>
          <BulkStatusSelect payments={payments} onDone={onClear} />
          <AddToBatch payments={payments} onDone={onClear} />
        </>
      )}
    </SelectedBar>
  )
}
