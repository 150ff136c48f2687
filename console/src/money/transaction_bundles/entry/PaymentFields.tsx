import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyInput } from '../../../components/MoneyInput.tsx'
import { useMe } from '../../../use_me.ts'
import { CampaignField } from '../CampaignField.tsx'
import { ContactField } from '../ContactField.tsx'
import { settingsQuery } from '../data.ts'
import { useMethodName } from '../use_method_name.ts'
import type { EntryDefaults, PaymentDraft } from './allocation.ts'

interface Props {
  draft: PaymentDraft
  setDraft: (draft: PaymentDraft) => void
  defaults: EntryDefaults
  setDefaults: (defaults: EntryDefaults) => void
  errors: Record<string, ReactNode>
  currency: string
  contactRef: RefObject<HTMLInputElement | null>
  amountRef: RefObject<HTMLInputElement | null>
}

/** Contact, amount, method and date. Native selects react to the first letter, which is fastest by keyboard. */
export function PaymentFields({ draft, setDraft, defaults, setDefaults, errors, currency, ...refs }: Props) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const methodName = useMethodName()
  const { data: settings } = useSuspenseQuery(settingsQuery)
  return (
    <>
      <ContactField
        label={t('contact')}
        value={draft.contact}
        onChange={contact => {
          setDraft({ ...draft, contact })
          if (contact !== undefined) refs.amountRef.current?.focus()
        }}
        creatable={may('contacts:write')}
        error={errors['contact_id']}
        inputRef={refs.contactRef}
        autoFocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <MoneyInput
          label={t('amount')}
          currency={currency}
          value={draft.amount}
          onChange={amount => setDraft({ ...draft, amount })}
          ref={refs.amountRef}
          error={errors['amount']}
        />
        <NativeSelect
          label={t('method')}
          value={defaults.method}
          onChange={event => setDefaults({ ...defaults, method: event.currentTarget.value })}
          error={errors['payment_method_kind']}
          data={[
            { value: '', label: t('entry.no_method') },
            ...settings.payment_method_kinds.map(value => ({ value, label: methodName(value) })),
          ]}
        />
        <TextInput
          type="date"
          label={t('date')}
          value={defaults.date}
          onChange={event => setDefaults({ ...defaults, date: event.currentTarget.value })}
          error={errors['date']}
          required
          withAsterisk={false}
        />
        <CampaignField
          value={defaults.campaign}
          onChange={campaign => setDefaults({ ...defaults, campaign })}
          error={errors['code_campaign']}
        />
      </SimpleGrid>
    </>
  )
}
