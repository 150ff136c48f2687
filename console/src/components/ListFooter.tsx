import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sum } from './amounts.ts'
import { formatMoney } from './formats.ts'

/** A sum in one currency. */
export type CurrencySum = readonly [currency: string, amount: Sum]

interface Props {
  /** How many rows match, in words. */
  count: ReactNode
  /** The sums of all rows that match. */
  sums?: readonly CurrencySum[] | undefined
  /** The collected amounts, hidden when they are equal to `sums`. */
  collected?: readonly CurrencySum[] | undefined
  selected?: number
  /** The sums of the selected rows. Without them, the footer says nothing about the selection. */
  selectedSums?: readonly CurrencySum[]
  /** Buttons at the end. */
  children?: ReactNode
}

/** Below a list: how many rows match the filters, their sums, and those of the selected rows. The bar of the selection says how many they are. */
export function ListFooter({ count, sums = [], collected = [], selected = 0, selectedSums = [], children }: Props) {
  const { t } = useTranslation()
  return (
    <Group className="list-footer" px="sm" gap="md" wrap="nowrap">
      <Text size="sm" c="dimmed" aria-live="polite" truncate>
        {count}
      </Text>
      {sums.length > 0 && <Sums label={t('list.sum')} sums={sums} />}
      {collected.some(([, amount], place) => amount !== sums[place]?.[1]) && (
        <Sums label={t('list.collected')} sums={collected} />
      )}
      {selected > 0 && selectedSums.length > 0 && (
        <Sums label={t('list.selected', { count: selected })} sums={selectedSums} />
      )}
      <Group gap="xs" ml="auto" wrap="nowrap">
        {children}
      </Group>
    </Group>
  )
}

const Sums = ({ label, sums }: { label: string; sums: readonly CurrencySum[] }) => (
  <Text size="sm" className="list-sums">
    {label}{' '}
    {sums.map(([currency, amount]) => (
      <b key={currency}>{formatMoney(amount, currency)} </b>
    ))}
  </Text>
)
