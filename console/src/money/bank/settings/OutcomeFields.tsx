import { Autocomplete, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { campaignsQuery, donationPricesQuery, membershipPricesQuery } from '../../transaction_bundles/data.ts'
import type { RuleFieldProps } from './rule_values.ts'

/** What lines of a rule are: an account, a reason, or a price and a campaign. */
export function OutcomeFields({ values, set, errors }: RuleFieldProps) {
  const { t } = useTranslation('bank')
  const [{ data: memberships }, { data: donations }, { data: campaigns }] = useSuspenseQueries({
    queries: [membershipPricesQuery, donationPricesQuery, campaignsQuery],
  })
  if (values.kind === 'account')
    return (
      <TextInput
        label={t('rule.account')}
        description={t('rule.account_how')}
        required
        value={values.account}
        error={errors['account']}
        onChange={event => set({ account: event.currentTarget.value })}
      />
    )
  if (values.kind === 'ignore')
    return (
      <TextInput
        label={t('rule.reason')}
        required
        value={values.reason}
        error={errors['reason']}
        onChange={event => set({ reason: event.currentTarget.value })}
      />
    )
  const prices = (values.kind === 'membership' ? memberships : donations).filter(({ hidden }) => !hidden)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={t('pay.price')}
        value={String(values.price_id ?? '')}
        error={errors['price_id']}
        onChange={event => set({ price_id: Number(event.currentTarget.value) || undefined })}
        data={[
          { value: '', label: t('pay.usual_price') },
          ...prices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Autocomplete
        label={t('pay.campaign')}
        value={values.code_campaign}
        error={errors['code_campaign']}
        onChange={code_campaign => set({ code_campaign })}
        data={[...new Set(campaigns.map(({ code }) => code))]}
      />
    </SimpleGrid>
  )
}
