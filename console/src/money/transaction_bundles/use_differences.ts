import { useSuspenseQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BundleHistoryEntry } from '../../api.ts'
import { formatMoney } from '../../components/formats.ts'
import { formatSpaceDay } from '../../components/space_day.ts'
import { donationPricesQuery, membershipPricesQuery, statusesQuery } from './data.ts'
import { useMethodName } from './use_method_name.ts'

/** The fields whose changes are shown, in this order. */
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
  'reason',
  'reference',
] as const
type Field = (typeof fields)[number]

/** Shown of an item that was added or deleted. */
const first_fields: readonly Field[] = ['amount', 'status_id']
const first_fields_of_reversal: readonly Field[] = ['amount', 'date', 'reason']

export interface Difference {
  field: Field
  label: string
  /** Undefined for a new item. */
  before: string | undefined
  after: string
}

type State = Record<string, unknown>

/** Describes the changes of a history entry. */
export function useDifferences() {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  const [{ data: statuses }, { data: membershipPrices }, { data: donationPrices }] = useSuspenseQueries({
    queries: [statusesQuery, membershipPricesQuery, donationPricesQuery],
  })
  const nameIn = (list: { id: number; name: string }[], id: unknown) => list.find(row => row.id === id)?.name ?? ''
  const textOf = (field: Field, state: State): string => {
    const value = state[field]
    if (value === null || value === undefined || value === '') return ''
    switch (field) {
      case 'amount':
      case 'reimbursed_amount':
      case 'unpaid_amount':
        return formatMoney(Number(value), String(state['currency'] ?? ''))
      case 'date':
      case 'start_date':
      case 'end_date':
      case 'delivered_at':
        return formatSpaceDay(String(value))
      case 'status_id':
        return nameIn(statuses, value) || String(value)
      case 'membership_price_id':
        return nameIn(membershipPrices, value) || String(value)
      case 'donation_price_id':
        return nameIn(donationPrices, value) || String(value)
      case 'payment_method_kind':
        return methodName(String(value))
      case 'contact_id':
        return t('contact_number', { id: Number(value) })
      default:
        return String(value)
    }
  }
  return ({ kind, old, new: now }: BundleHistoryEntry): Difference[] => {
    const [before, after] = [stateOf(old), stateOf(now)]
    const first = kind === 'reversal' ? first_fields_of_reversal : first_fields
    const shown = !before || !after ? first : fields
    return shown
      .filter(field => (before ?? after)?.[field] !== undefined && before?.[field] !== after?.[field])
      .map(field => ({
        field,
        label: t(`fields.${field}`),
        before: before ? textOf(field, before) : undefined,
        after: after ? textOf(field, after) : '',
      }))
  }
}

const stateOf = (state: object | null): State | undefined => (state ? { ...state } : undefined)
