import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { formatDuration, readDuration } from '../../components/durations.ts'
import { formatDayOfYear, formatMoney, formatMonthName } from '../../components/formats.ts'
import {
  campaignsQuery,
  donationPricesQuery,
  membershipPricesQuery,
  statusesQuery,
} from '../transaction_bundles/data.ts'
import { Catalogue } from './Catalogue.tsx'
import { type CatalogueField, catalogueStore } from './fields.ts'

const groupsQuery = queryOptions({
  queryKey: ['finance', 'groups'],
  queryFn: async ({ signal }) => (await muster.membership_price_groups.list({ limit: 1000 }, { signal })).data,
})

const membership_kinds = ['calendar_year', 'rolling_year', 'lifetime'] as const
const donation_kinds = ['one_off', 'recurring'] as const
const status_kinds = ['valid', 'pending', 'unpaid', 'bank_error', 'reimbursed', 'cancel', 'other'] as const

const nameOf = ({ name }: { name: string }) => name

/** The text of a known kind; other kinds are shown as they are. */
const labelOf = <Kind extends string>(kinds: readonly Kind[], kind: string, label: (kind: Kind) => string) => {
  const known = kinds.find(name => name === kind)
  return known ? label(known) : kind
}

/** In words; a text that is no duration is shown as it is. */
function durationText(text: string) {
  const duration = readDuration(text || 'P1Y')
  return duration ? formatDuration(duration) : text
}

/** Rolling memberships and those for life have no season. */
const hasSeason = ({ kind }: { kind?: unknown }) => kind !== 'rolling_year' && kind !== 'lifetime'

const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** The first days of the other months, on one of which a season usually begins, and the days of prices that have another one. */
const seasonStarts = (prices: { season_start: string | null }[]) =>
  [
    ...new Set([
      ...months.slice(1).map(month => `${String(month).padStart(2, '0')}-01`),
      ...prices.flatMap(({ season_start }) => season_start ?? []),
    ]),
  ].toSorted()

function usePriceFields() {
  const { t } = useTranslation('finance')
  const name: CatalogueField = { name: 'name', label: t('name'), kind: 'text', required: true, initial: '' }
  const amount: CatalogueField = {
    name: 'amount',
    label: t('amount'),
    kind: 'money',
    required: true,
    initial: undefined,
  }
  const custom: CatalogueField = {
    name: 'allow_custom_amount',
    label: t('custom_amount'),
    kind: 'check',
    initial: false,
  }
  const hidden: CatalogueField = { name: 'hidden', label: t('hidden'), kind: 'check', initial: false }
  return { name, amount, custom, hidden }
}

export function MembershipPrices() {
  const { t } = useTranslation('finance')
  const { data: rows } = useSuspenseQuery(membershipPricesQuery)
  const { data: groups } = useSuspenseQuery(groupsQuery)
  const { name, amount, custom, hidden } = usePriceFields()
  const kind = (kind: (typeof membership_kinds)[number]) => t(`membership_kinds.${kind}`)
  const seasonText = ({ season_start }: { season_start: string | null }) =>
    season_start ? t('season_from', { day: formatDayOfYear(season_start) }) : t('calendar_year')
  const groupName = (id: number | null) => groups.find(group => group.id === id)?.name ?? ''
  const fields: CatalogueField[] = [
    name,
    amount,
    {
      name: 'kind',
      label: t('kind'),
      kind: 'choice',
      initial: 'calendar_year',
      choices: membership_kinds.map(value => ({ value, label: kind(value) })),
    },
    {
      name: 'duration',
      label: t('duration'),
      description: t('duration_how'),
      kind: 'duration',
      initial: 'P1Y',
      when: ({ kind }) => kind === 'rolling_year',
    },
    {
      name: 'season_start',
      label: t('season_start'),
      kind: 'choice',
      nullable: true,
      initial: null,
      choices: [
        { value: '', label: t('season_start_none', { day: formatDayOfYear('01-01') }) },
        ...seasonStarts(rows).map(value => ({ value, label: formatDayOfYear(value) })),
      ],
      when: hasSeason,
    },
    {
      name: 'next_season_from',
      label: t('next_season_from'),
      description: t('next_season_from_how'),
      kind: 'choice',
      numeric: true,
      nullable: true,
      initial: null,
      choices: [
        { value: '', label: t('next_season_never') },
        ...months.map(month => ({ value: String(month), label: formatMonthName(month) })),
      ],
      when: hasSeason,
    },
    {
      name: 'membership_price_group_id',
      label: t('group'),
      kind: 'choice',
      numeric: true,
      nullable: true,
      initial: null,
      choices: [
        { value: '', label: t('no_group') },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    },
    custom,
    hidden,
  ]
  return (
    <Catalogue
      what="membership_price"
      title={t('prices')}
      rows={rows}
      nameOf={nameOf}
      fields={fields}
      store={catalogueStore('membership_prices')}
      columns={[
        {
          label: t('kind'),
          cell: row =>
            [
              row.kind === 'calendar_year' ? seasonText(row) : labelOf(membership_kinds, row.kind, kind),
              row.kind === 'rolling_year' && durationText(row.duration),
              hasSeason(row) &&
                row.next_season_from &&
                t('next_from', { month: formatMonthName(row.next_season_from) }),
            ]
              .filter(Boolean)
              .join(' · '),
        },
        { label: t('group'), cell: row => groupName(row.membership_price_group_id) },
        { label: t('amount'), figures: true, cell: row => formatMoney(row.amount, row.currency) },
      ]}
    />
  )
}

export function MembershipGroups() {
  const { t } = useTranslation('finance')
  const { data: rows } = useSuspenseQuery(groupsQuery)
  const { name, hidden } = usePriceFields()
  return (
    <Catalogue
      what="membership_group"
      title={t('groups')}
      rows={rows}
      nameOf={nameOf}
      fields={[name, hidden]}
      store={catalogueStore('membership_price_groups')}
      columns={[{ label: t('prices'), cell: row => row.membership_prices.map(nameOf).join(', ') }]}
    />
  )
}

export function DonationPrices() {
  const { t } = useTranslation('finance')
  const { data: rows } = useSuspenseQuery(donationPricesQuery)
  const { name, amount, custom, hidden } = usePriceFields()
  const kind = (kind: (typeof donation_kinds)[number]) => t(`donation_kinds.${kind}`)
  const choices = donation_kinds.map(value => ({ value, label: kind(value) }))
  return (
    <Catalogue
      what="donation_price"
      title={t('prices')}
      alone
      rows={rows}
      nameOf={nameOf}
      fields={[
        name,
        amount,
        { name: 'kind', label: t('kind'), kind: 'choice', initial: 'one_off', choices },
        custom,
        hidden,
      ]}
      store={catalogueStore('donation_prices')}
      columns={[
        { label: t('kind'), cell: row => labelOf(donation_kinds, row.kind, kind) },
        { label: t('amount'), figures: true, cell: row => formatMoney(row.amount, row.currency) },
      ]}
    />
  )
}

export function Statuses() {
  const { t } = useTranslation('finance')
  const { data: rows } = useSuspenseQuery(statusesQuery)
  const { name } = usePriceFields()
  const kind = (kind: (typeof status_kinds)[number]) => t(`status_kinds.${kind}`)
  const choices = status_kinds.map(value => ({ value, label: kind(value) }))
  return (
    <Catalogue
      what="status"
      title={t('tab.statuses')}
      alone
      mark={({ color }) => <Swatch color={color} />}
      rows={rows}
      nameOf={nameOf}
      fields={[
        name,
        {
          name: 'kind',
          label: t('status_kind'),
          description: t('status_kind_how'),
          kind: 'choice',
          initial: 'other',
          choices,
        },
        { name: 'color', label: t('color'), kind: 'color', initial: '' },
        { name: 'archived', label: t('archived'), kind: 'check', initial: false },
      ]}
      store={catalogueStore('transaction_statuses')}
      columns={[{ label: t('status_kind'), secondLine: true, cell: row => labelOf(status_kinds, row.kind, kind) }]}
    />
  )
}

const Swatch = ({ color }: { color: string }) => (
  <svg width={14} height={14} aria-hidden="true">
    <circle cx={7} cy={7} r={7} style={{ fill: color || 'transparent' }} />
  </svg>
)

export function Campaigns() {
  const { t } = useTranslation('finance')
  const { data: rows } = useSuspenseQuery(campaignsQuery)
  const { name, hidden } = usePriceFields()
  const code: CatalogueField = { name: 'code', label: t('code'), kind: 'text', required: true, initial: '' }
  return (
    <Catalogue
      what="campaign"
      title={t('tab.campaigns')}
      alone
      rows={rows}
      nameOf={({ code }) => code}
      fields={[code, { ...name, required: false }, hidden]}
      store={catalogueStore('code_campaigns')}
      columns={[{ label: t('name'), cell: row => row.name }]}
    />
  )
}
