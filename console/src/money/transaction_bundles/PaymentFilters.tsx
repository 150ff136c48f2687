import { Group, Select, TextInput } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../use_me.ts'
import { ContactField } from './ContactField.tsx'
import { campaignsQuery, settingsQuery, statusesQuery } from './data.ts'
import { type Period, periodOf, periods, spanOf } from './periods.ts'
import type { PaymentSearch } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'

interface Props {
  search: PaymentSearch
  onChange: (change: Partial<PaymentSearch>) => void
}

export function PaymentFilters({ search, onChange }: Props) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const [{ data: statuses }, { data: campaigns }, { data: settings }] = useSuspenseQueries({
    queries: [statusesQuery, campaignsQuery, settingsQuery],
  })
  const methodName = useMethodName()
  const period = periodOf(search)
  return (
    <Group p="sm" gap="xs">
      {may('contacts:read') && (
        <ContactField
          aria-label={t('contact')}
          placeholder={t('filter.contact')}
          value={search.contact}
          onChange={contact => onChange({ contact })}
          w={{ base: '100%', xs: 220 }}
        />
      )}
      <Select
        aria-label={t('filter.period')}
        placeholder={t('filter.period')}
        clearable
        w={170}
        data={periods.map(value => ({ value, label: t(`period.${value}`) }))}
        value={period ?? null}
        onChange={value => onChange(spanOf((value as Period | null) ?? undefined))}
      />
      {period === 'custom' && (
        <>
          <TextInput
            type="date"
            aria-label={t('filter.from')}
            value={search.from ?? ''}
            onChange={event => onChange({ from: event.currentTarget.value || undefined })}
          />
          <TextInput
            type="date"
            aria-label={t('filter.to')}
            value={search.to ?? ''}
            onChange={event => onChange({ to: event.currentTarget.value || undefined })}
          />
        </>
      )}
      <Select
        aria-label={t('status')}
        placeholder={t('status')}
        clearable
        w={150}
        data={statuses.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.status === undefined ? null : String(search.status)}
        onChange={value => onChange({ status: value ? Number(value) : undefined })}
      />
      <Select
        aria-label={t('method')}
        placeholder={t('method')}
        clearable
        w={150}
        data={settings.payment_method_kinds.map(value => ({ value, label: methodName(value) }))}
        value={search.method ?? null}
        onChange={value => onChange({ method: value ?? undefined })}
      />
      {campaigns.length > 0 && (
        <Select
          aria-label={t('campaign')}
          placeholder={t('campaign')}
          clearable
          searchable
          w={150}
          data={campaigns.map(({ code, name }) => ({ value: code, label: name || code }))}
          value={search.campaign ?? null}
          onChange={value => onChange({ campaign: value ?? undefined })}
        />
      )}
    </Group>
  )
}
