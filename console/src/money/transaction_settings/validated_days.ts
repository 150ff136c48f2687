import { addDays } from '../ledger/accounting_years.ts'

export interface Period {
  key: number
  name: string
  start: string
  end: string
  open: boolean
}

interface Known {
  /** The periods as they are stored, with their days in the time zone of the space. */
  stored: Period[]
  today: string
  /** The last day that is validated already; empty if none is. */
  validated_until: string
}

/**
 * The days up to which saving these periods validates the ledger, by the key of the closed period. As the server sees it, any change of periods
 * validates all closed ones: up to their last day, before today, and before each open period.
 */
export function validatedDays(periods: Period[], { stored, today, validated_until }: Known) {
  const starts = periods.filter(({ open, start }) => open && start !== '').map(({ start }) => addDays(start, -1))
  const days = periods
    .filter(({ open, end }) => !open && end !== '')
    .map(({ key, end }) => [key, [end, addDays(today, -1), ...starts].sort()[0] ?? ''] as const)
    .filter(([, day]) => day > validated_until)
  return new Map(isSame(periods, stored) ? [] : days)
}

function isSame(periods: Period[], stored: Period[]) {
  const texts = (all: Period[]) =>
    all.map(({ name, start, end, open }) => [name.trim(), start, end, open].join()).sort()
  return texts(periods).join(';') === texts(stored).join(';')
}
