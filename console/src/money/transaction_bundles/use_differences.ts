import { useSuspenseQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BundleHistoryEntry } from '../../api.ts'
import { formatDay, formatMoney } from '../../components/formats.ts'
import { donationPricesQuery, membershipPricesQuery, statusesQuery } from './data.ts'
import { useMethodName } from './use_method_name.ts'

/** The fields of which a reader wants to know, in the order in which they are told. */
const fields = [
  'status_id',
  'amount',
  'currency',
  'reimbursed_amount',
  'unpaid_amount',
  'payment_method_kind',
  'contact_id',
  'date',
  'start_date',
  'end_date',
  'membership_price_id',
  'donation_price_id',
  'affectation',
  'code_campaign',
  'delivered_at',
  'comment',
] as const
type Field = (typeof fields)[number]

/** What is told of an item when it is new: the rest is in the payment anyway. */
const first_fields: readonly Field[] = ['amount', 'status_id']

export interface Difference {
  field: Field
  label: string
  /** Not there when the item is new. */
  before: string | undefined
  after: string
}

type State = Record<string, any> | null

/** Tells what an entry of the history changed, in words. */
export function useDifferences() {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  const [{ data: statuses }, { data: membershipPrices }, { data: donationPrices }] = useSuspenseQueries({
    queries: [statusesQuery, membershipPricesQuery, donationPricesQuery],
  })
  const nameIn = (list: { id: number; name: string }[], id: unknown) => list.find(row => row.id === id)?.name ?? ''
  const textOf = (field: Field, state: NonNullable<State>): string => {
    const value = state[field]
    if (value === null || value === undefined || value === '') return ''
    switch (field) {
      case 'amount':
      case 'reimbursed_amount':
      case 'unpaid_amount':
        return formatMoney(value, state['currency'] ?? '')
      case 'date':
      case 'start_date':
      case 'end_date':
      case 'delivered_at':
        return formatDay(value)
      case 'status_id':
        return nameIn(statuses, value) || String(value)
      case 'membership_price_id':
        return nameIn(membershipPrices, value) || String(value)
      case 'donation_price_id':
        return nameIn(donationPrices, value) || String(value)
      case 'payment_method_kind':
        return methodName(value)
      case 'contact_id':
        return t('contact_number', { id: value })
      default:
        return String(value)
    }
  }
  return ({ old, new: now }: BundleHistoryEntry): Difference[] => {
    const [before, after] = [old as State, now as State]
    const told = before === null || after === null ? first_fields : fields
    return told
      .filter(field => (before ?? after)?.[field] !== undefined && before?.[field] !== after?.[field])
      .map(field => ({
        field,
        label: t(`fields.${field}`),
        before: before ? textOf(field, before) : undefined,
        after: after ? textOf(field, after) : '',
      }))
  }
}
