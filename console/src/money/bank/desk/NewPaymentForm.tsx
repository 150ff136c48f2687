import { NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../../components/FormActions.tsx'
import { formatMoney } from '../../../components/formats.ts'
import { useMe } from '../../../use_me.ts'
import { CampaignField } from '../../transaction_bundles/CampaignField.tsx'
import { ContactField } from '../../transaction_bundles/ContactField.tsx'
import { donationPricesQuery, membershipPricesQuery, settingsQuery } from '../../transaction_bundles/data.ts'
import { useMethodName } from '../../transaction_bundles/use_method_name.ts'
import { payFromLine } from '../data.ts'
import { proposalOf } from './choice.ts'
import type { LineFormProps } from './line_form.ts'
import { kinds, payerName, startValues } from './new_payment.ts'

/** Records a payment of the amount and the day of the line. */
export function NewPaymentForm({ task: { line, choice }, onClose, onSettle }: LineFormProps) {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const methodName = useMethodName()
  const proposal = proposalOf(line, choice) ?? line.proposals[0]
  const [{ data: memberships }, { data: donations }, { data: settings }] = useSuspenseQueries({
    queries: [membershipPricesQuery, donationPricesQuery, settingsQuery],
  })
  const [start] = useState(() => startValues(line, proposal, memberships))
  const [values, setValues] = useState(start)
  const [tried, setTried] = useState(false)
  const payer = useRef<HTMLInputElement>(null)
  const set = (change: Partial<typeof values>) => setValues(before => ({ ...before, ...change }))
  const prices = (values.kind === 'membership' ? memberships : donations).filter(
    ({ hidden, currency }) => !hidden && currency === line.currency,
  )
  const submit = () => {
    const { contact_id, kind, price_id, payment_method_kind, code_campaign } = values
    if (contact_id === undefined) {
      setTried(true)
      return payer.current?.focus()
    }
    const words = { what: line.counterparty || line.text, amount: formatMoney(line.amount, line.currency) }
    onSettle(t('deed.paid', words), () =>
      payFromLine(line.id, {
        contact_id,
        kind,
        ...(price_id && { price_id }),
        ...(payment_method_kind && { payment_method_kind }),
        ...(code_campaign && { code_campaign }),
      }),
    )
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <ContactField
          label={t('pay.payer')}
          autoFocus={start.contact_id === undefined}
          search={payerName(line)}
          creatable={may('contacts:write')}
          value={values.contact_id}
          onChange={contact_id => set({ contact_id })}
          error={tried && values.contact_id === undefined && t('entry.need_contact', { ns: 'payments' })}
          inputRef={payer}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t('pay.kind')}
            value={values.kind}
            onChange={event => set({ kind: event.currentTarget.value as (typeof kinds)[number], price_id: undefined })}
            data={kinds.map(value => ({ value, label: t(`kind.${value}`) }))}
          />
          <NativeSelect
            label={t('pay.price')}
            value={String(values.price_id ?? '')}
            onChange={event => set({ price_id: Number(event.currentTarget.value) || undefined })}
            data={[
              { value: '', label: t('pay.usual_price') },
              ...prices.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <NativeSelect
            label={t('pay.method')}
            value={values.payment_method_kind}
            onChange={event => set({ payment_method_kind: event.currentTarget.value })}
            data={[
              { value: '', label: t('pay.usual_method') },
              ...settings.payment_method_kinds.map(value => ({ value, label: methodName(value) })),
            ]}
          />
          <CampaignField value={values.code_campaign} onChange={code_campaign => set({ code_campaign })} />
        </SimpleGrid>
        <FormActions onCancel={onClose} autoFocus={start.contact_id !== undefined} label={t('pay.submit')} />
      </Stack>
    </form>
  )
}
