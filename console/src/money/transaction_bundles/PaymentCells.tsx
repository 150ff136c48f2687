import { formatMoney } from '../../components/formats.ts'
import { reversedOf } from './reversals.ts'
import { ReversedBadge, StatusBadge } from './StatusBadge.tsx'
import { type Payment, sumsOf } from './search_params.ts'
import { useReversedWords } from './use_reversed_words.ts'

/** The status of a payment in the list, with its refunds and returns. */
export function PaymentStatus({ payment }: { payment: Payment }) {
  const reversedWords = useReversedWords()
  const reversed = reversedOf(payment)
  const told = reversed && reversedWords(reversed)
  // Of a payment that is not kept, this says more than its status.
  if (reversed && reversed.kept === undefined) return <ReversedBadge reversed={reversed} />
  return (
    <>
      <StatusBadge id={payment.transactions[0]?.status_id} />
      {told && (
        <span className="second-line" title={told.all}>
          {told.words}
        </span>
      )}
    </>
  )
}

/** The amount of a payment in the list, with what is kept of it. */
export function PaymentAmount({ payment }: { payment: Payment }) {
  const reversedWords = useReversedWords()
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
