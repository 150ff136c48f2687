import { formatMoney } from '../../components/formats.ts'
import { RowBadge } from '../../components/RowBadge.tsx'
import { reversedColor, useStatusBadge } from './StatusBadge.tsx'
import { type Payment, sumsOf } from './search_params.ts'
import { useReversed } from './use_reversed.ts'

/** The cells that need texts or catalogues. These are read once for the list: in each row, they would take most of the time that the list takes. */
export function usePaymentCells() {
  const reversedOf = useReversed()
  const statusBadge = useStatusBadge()

  /** The status of a payment, with its refunds and returns. */
  const status = (payment: Payment) => {
    const reversed = reversedOf(payment)
    // Of a payment of which nothing is left, this says more than its status.
    if (reversed?.whole) return <RowBadge color={reversedColor(reversed)}>{reversed.words}</RowBadge>
    const { color, name } = statusBadge(payment.transactions[0]?.status_id)
    return (
      <>
        <RowBadge color={color}>{name}</RowBadge>
        {reversed && (
          <span className="second-line" title={reversed.all}>
            {reversed.words}
          </span>
        )}
      </>
    )
  }

  /** The same in words. */
  const statusName = (payment: Payment) => {
    const reversed = reversedOf(payment)
    const { name } = statusBadge(payment.transactions[0]?.status_id)
    if (reversed?.whole) return reversed.words
    return reversed ? `${name}, ${reversed.words}` : name
  }

  /** The amount of a payment, with what is kept of it. */
  const amount = (payment: Payment) => {
    const reversed = reversedOf(payment)
    const amounts = sumsOf([payment])
      .map(([currency, amount]) => formatMoney(amount, currency))
      .join(', ')
    return (
      <>
        {reversed?.struck ? <del>{amounts}</del> : amounts}
        {reversed?.kept && <span className="second-line">{reversed.kept}</span>}
      </>
    )
  }

  return { status, statusName, amount }
}
