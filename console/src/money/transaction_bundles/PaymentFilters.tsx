import { Select } from '@mantine/core'
import { useQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDay, formatDayRange, fullName } from '../../components/formats.ts'
import { DayFilters, ListFilters, useFilterFields } from '../../components/ListFilters.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { useMe } from '../../use_me.ts'
import { ContactField } from './ContactField.tsx'
import { campaignsQuery, contactQuery, settingsQuery, statusesQuery } from './data.ts'
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
  const narrow = useNarrow()
  const { choice } = useFilterFields()
  const period = periodOf(search)
  const applied = useApplied(search)
  return (
    <ListFilters
      first={
        may('contacts:read') && (
          <ContactField
            aria-label={t('contact')}
            placeholder={t('filter.contact')}
            value={search.contact}
            onChange={contact => onChange({ contact })}
            w={narrow ? '100%' : 220}
          />
        )
      }
      first_applied={applied.payer}
      applied={applied.others}
      onClear={() =>
        onChange({ from: undefined, to: undefined, status: undefined, method: undefined, campaign: undefined })
      }
    >
      <Select
        {...choice(t('filter.period'), 170)}
        data={periods.map(value => ({ value, label: t(`period.${value}`) }))}
        value={period ?? null}
        onChange={value => onChange(spanOf((value as Period | null) ?? undefined))}
      />
      {period === 'custom' && <DayFilters from={search.from} to={search.to} onChange={onChange} />}
      <Select
        {...choice(t('status'), 150)}
        data={statuses.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.status === undefined ? null : String(search.status)}
        onChange={value => onChange({ status: value ? Number(value) : undefined })}
      />
      <Select
        {...choice(t('method'), 150)}
        data={settings.payment_method_kinds.map(value => ({ value, label: methodName(value) }))}
        value={search.method ?? null}
        onChange={value => onChange({ method: value ?? undefined })}
      />
      {campaigns.length > 0 && (
        <Select
          {...choice(t('campaign'), 150)}
          searchable
          data={campaigns.map(({ code, name }) => ({ value: code, label: name || code }))}
          value={search.campaign ?? null}
          onChange={value => onChange({ campaign: value ?? undefined })}
        />
      )}
    </ListFilters>
  )
}

/** What the filters are set to, in words. */
function useApplied(search: PaymentSearch) {
  const { t } = useTranslation('payments')
  const { contact, status, method, campaign, from, to } = search
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const { data: campaigns } = useSuspenseQuery(campaignsQuery)
  const { data: payer } = useQuery({ ...contactQuery(contact ?? 0), enabled: contact !== undefined })
  const methodName = useMethodName()
  const period = periodOf(search)
  const days = from && to ? formatDayRange(from, to) : [from, to].map(formatDay).join('–')
  return {
    payer: { label: t('filter.contact'), value: payer && fullName(payer) },
    others: [
      { label: t('filter.period'), value: period === 'custom' ? days : period && t(`period.${period}`) },
      { label: t('status'), value: statuses.find(({ id }) => id === status)?.name },
      { label: t('method'), value: method && methodName(method) },
      { label: t('campaign'), value: campaigns.find(({ code }) => code === campaign)?.name || campaign },
    ],
  }
}
