import { Fieldset, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../components/formats.ts'
import { MoneyInput } from '../../../components/MoneyInput.tsx'
import { donationPricesQuery, membershipPricesQuery } from '../data.ts'
import { TermFields } from '../TermFields.tsx'
import { useTermDays } from '../use_term_days.ts'
import { allocationOf, hasMembership, type PaymentDraft } from './allocation.ts'

interface Props {
  draft: PaymentDraft
  setDraft: (draft: PaymentDraft) => void
  errors: Record<string, ReactNode>
  currency: string
  /** The day of the payment. */
  date: string
}

interface Price {
  id: number
  name: string
  amount: number
  currency: string
  hidden: boolean
}

/** Allocates the amount: a membership takes its price, a donation the rest. */
export function AllocationFields({ draft, setDraft, errors, currency, date }: Props) {
  const { t } = useTranslation('payments')
  const [{ data: membershipPrices }, { data: donationPrices }] = useSuspenseQueries({
    queries: [membershipPricesQuery, donationPricesQuery],
  })
  const { fee, gift, rest } = allocationOf(draft)
  const days = useTermDays(draft.membership_price, date, draft.term)
  const usable = (prices: Price[]) => prices.filter(price => !price.hidden && price.currency.toUpperCase() === currency)
  const choices = (prices: Price[], none: string) => [
    { value: '', label: none },
    ...usable(prices).map(({ id, name, amount }) => ({
      value: String(id),
      label: `${name} · ${formatMoney(amount, currency)}`,
    })),
  ]
  const marked = (name: 'membership' | 'donation', mistyped: boolean) =>
    new Set([...draft.mistyped].filter(one => one !== name).concat(mistyped ? name : []))
  const priceOf = (prices: Price[], value: string) => prices.find(({ id }) => id === Number(value))
  return (
    <Fieldset legend={t('entry.split')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('entry.membership_price')}
          value={String(draft.membership_price ?? '')}
          onChange={event => {
            const price = priceOf(membershipPrices, event.currentTarget.value)
            // Choosing a price fills in the amount and the term.
            const amount = draft.amount ?? price?.amount
            setDraft({ ...draft, amount, membership_price: price?.id, membership: price?.amount, term: {} })
          }}
          data={choices(membershipPrices, t('entry.none'))}
        />
        <MoneyInput
          label={t('entry.membership')}
          currency={currency}
          value={fee}
          error={errors['membership']}
          onChange={(membership, mistyped) =>
            setDraft({ ...draft, membership: membership ?? 0, mistyped: marked('membership', mistyped) })
          }
        />
        <NativeSelect
          label={t('entry.donation_price')}
          value={String(draft.donation_price ?? '')}
          onChange={event => {
            const price = priceOf(donationPrices, event.currentTarget.value)
            const amount = draft.amount ?? (price ? price.amount + fee : undefined)
            setDraft({ ...draft, amount, donation_price: price?.id })
          }}
          data={choices(donationPrices, t('entry.free'))}
        />
        <MoneyInput
          label={t('entry.donation')}
          currency={currency}
          value={gift}
          error={errors['donation'] ?? errors['rest']}
          onChange={(donation, mistyped) => setDraft({ ...draft, donation, mistyped: marked('donation', mistyped) })}
        />
        {hasMembership(draft) && (
          <TermFields
            name={t('entry.membership')}
            days={days}
            onChange={term => setDraft({ ...draft, term: { ...draft.term, ...term } })}
            error={field => errors[field]}
          />
        )}
      </SimpleGrid>
      <Text
        mt="sm"
        size="sm"
        fw={600}
        c={rest === 0 ? 'dimmed' : rest < 0 ? 'var(--mantine-color-error)' : 'var(--mantine-color-orange-light-color)'}
        aria-live="polite"
      >
        {t('entry.rest', { amount: formatMoney(rest, currency) })}
      </Text>
    </Fieldset>
  )
}
