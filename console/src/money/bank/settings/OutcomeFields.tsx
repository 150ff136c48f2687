import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CampaignField } from '../../transaction_bundles/CampaignField.tsx'
import { donationPricesQuery, membershipPricesQuery } from '../../transaction_bundles/data.ts'
import { LedgerAccountField } from '../LedgerAccountField.tsx'
import type { RuleFieldProps } from './rule_values.ts'

/** What lines of a rule are: an account, a reason, or a price and a campaign. */
export function OutcomeFields({ values, set, errors }: RuleFieldProps) {
  const { t } = useTranslation('bank')
  const [{ data: memberships }, { data: donations }] = useSuspenseQueries({
    queries: [membershipPricesQuery, donationPricesQuery],
  })
  if (values.kind === 'account')
    return (
      <LedgerAccountField
        label={t('rule.account')}
        description={t('rule.account_how')}
        required
        value={values.account}
        error={errors['account']}
        onChange={account => set({ account })}
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
      <CampaignField
        value={values.code_campaign}
        error={errors['code_campaign']}
        onChange={code_campaign => set({ code_campaign })}
      />
    </SimpleGrid>
  )
}
