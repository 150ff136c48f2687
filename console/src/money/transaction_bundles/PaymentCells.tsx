import { formatMoney } from '../../components/formats.ts'
import { RowBadge } from '../../components/RowBadge.tsx'
import { reversedOf } from './reversals.ts'
import { reversedColor, useStatusBadge } from './StatusBadge.tsx'
import { type Payment, sumsOf } from './search_params.ts'
import { useReversedWords } from './use_reversed_words.ts'

/** The cells that need texts or catalogues. These are read once for the list: in each row, they would take most of the time that the list takes. */
export function usePaymentCells() {
  const reversedWords = useReversedWords()
  const statusBadge = useStatusBadge()

  /** The status of a payment, with its refunds and returns. */
  const status = (payment: Payment) => {
    const reversed = reversedOf(payment)
    const told = reversed && reversedWords(reversed)
    // Of a payment that is not kept, this says more than its status.
    if (told && reversed.kept === undefined) return <RowBadge color={reversedColor(reversed)}>{told.words}</RowBadge>
    const { color, name } = statusBadge(payment.transactions[0]?.status_id)
    return (
      <>
        <RowBadge color={color}>{name}</RowBadge>
        {told && (
          <span className="second-line" title={told.all}>
            {told.words}
          </span>
        )}
      </>
    )
  }

  /** The amount of a payment, with what is kept of it. */
  const amount = (payment: Payment) => {
    const reversed = reversedOf(payment)
    const kept = reversed && reversedWords(reversed).kept
    const amounts = sumsOf([payment])
      .map(([currency, amount]) => formatMoney(amount, currency))
      .join(', ')
    return (
      <>
        {reversed && !kept ? <del>{amounts}</del> : amounts}
        {kept && <span className="second-line">{kept}</span>}
      </>
    )
  }

  return { status, amount }
}
