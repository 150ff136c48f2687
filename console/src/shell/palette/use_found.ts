import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { formatDay, formatMoney } from '../../components/formats.ts'
import { formatPhone } from '../../components/phones.ts'
import type { PaletteGroup } from './items.ts'
import { places } from './places.ts'

const typing_ms = 150

type Kind = keyof typeof places

/** One letter matches too much; one digit may be a number. */
const isEnough = (query: string) => query.length > 1 || /\d/.test(query)

/** Longer ones are telephone numbers. */
const isPaymentNumber = (query: string) => /^#?\d{1,8}$/.test(query)

/** What the server finds. `waiting` until it has answered what is typed now; meanwhile older results are stale. */
export function useFound(typed: string, opened: boolean, go: (to: string, search: object) => void) {
  const { t } = useTranslation()
  const wanted = typed.trim()
  const [query] = useDebouncedValue(wanted, typing_ms)
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: ['find', query],
    queryFn: async ({ signal }) => (await muster.find.find({ q: query }, { signal })).data,
    enabled: opened && isEnough(query),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  if (!isEnough(wanted)) return { groups: [], waiting: false }
  const stale = query !== wanted || isPlaceholderData
  const groups = (Object.keys(places) as Kind[])
    .sort((one, other) => (isPaymentNumber(query) ? Number(other === 'payments') - Number(one === 'payments') : 0))
    .map((kind): PaletteGroup => {
      const hits: Hit[] = data?.[kind] ?? []
      return {
        name: kind,
        label: t(`search.${kind}`),
        stale,
        isSimilar: hits.some(({ similar }) => similar),
        items: hits.map(hit => ({
          id: `${kind} ${hit.id}`,
          label: hit.label,
          detail: kind === 'contacts' ? withPhones(hit.detail) : detailOf(hit),
          texts: [],
          run: () => go(...places[kind](hit.id)),
        })),
      }
    })
  return { groups, waiting: !isError && (query !== wanted || isPlaceholderData || (isFetching && !data)) }
}

interface Hit {
  id: number
  label: string
  detail: string
  similar: boolean
  amount?: number
  currency?: string
  day?: string
}

/** The town, the mail address and the telephone number of a person. */
const withPhones = (detail: string) =>
  detail
    .split(' · ')
    .map(part => (/^\+?[\d\s().-]{6,}$/.test(part) ? formatPhone(part) : part))
    .join(' · ')

/** What tells results of the same name apart: the town of a person, the amount and day of a payment. */
const detailOf = ({ detail, amount, currency, day }: Hit) =>
  amount !== undefined && currency && day ? `${formatMoney(amount, currency)} · ${formatDay(day)}` : detail
