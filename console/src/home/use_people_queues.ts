import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNearDay, formatNumber } from '../components/formats.ts'
import { contactCountQuery } from '../contacts/contacts/data.ts'
import { duplicatesQuery } from '../contacts/duplicates/data.ts'
import { pairsOf } from '../contacts/duplicates/pairs.ts'
import { importsQuery } from '../contacts/imports/data.ts'
import { privacyRequestsQuery } from '../contacts/privacy_requests/data.ts'
import { queryOf } from '../contacts/search/query.ts'
import { renewals } from '../contacts/search/renewals.ts'
import { invitationsQuery } from '../organisation/data.ts'
import { type QueueKind, type QueueSource, sourceOf } from './queue.ts'

const quietly = { throwOnError: false } as const
const named_max = 2
/** An import that left rows out is shown for so long: they may never be corrected. */
const import_days = 14
const day_ms = 86_400_000

/** Renewals, duplicates, invitations, privacy requests and imports with refused rows. */
export function usePeopleQueues(wants: (kind: QueueKind) => boolean): QueueSource[] {
  return [
    useRenewals(wants('renewals')),
    useDuplicates(wants('duplicates')),
    useInvitations(wants('invitations')),
    usePrivacyRequests(wants('privacy')),
    useRefusedRows(wants('imports')),
  ]
}

function useRenewals(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const found = useQuery({ ...contactCountQuery(queryOf({ where: renewals })), ...quietly, enabled })
  const count = found.data ?? 0
  const queue = {
    id: 'renewals',
    kind: 'renewals' as const,
    count,
    title: t('renewals.title', { count }),
    reason: t('renewals.reason'),
    action: t('renewals.action'),
    place: { to: '/contacts', search: { where: renewals } },
  }
  return sourceOf('renewals', [found], [queue])
}

function useDuplicates(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const found = useInfiniteQuery({ ...duplicatesQuery, ...quietly, enabled })
  const [first] = found.data?.pages ?? []
  const pairs = pairsOf(first?.data ?? [], { different: new Set(), gone: new Set() })
  const strong = pairs.filter(({ group }) => group.strength === 'strong').length
  const queue = {
    id: 'duplicates',
    kind: 'duplicates' as const,
    count: pairs.length,
    more: Boolean(first?.next_cursor),
    title: t('duplicates.title', { count: pairs.length }),
    reason: [
      ...(strong > 0 ? [t('duplicates.strong', { count: strong, shown: formatNumber(strong) })] : []),
      ...(pairs.length > strong
        ? [t('duplicates.others', { count: pairs.length - strong, shown: formatNumber(pairs.length - strong) })]
        : []),
    ].join(' · '),
    action: t('duplicates.action'),
    place: { to: '/contacts/duplicates', search: {} },
  }
  return sourceOf('duplicates', [found], [queue])
}

function useInvitations(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const found = useQuery({ ...invitationsQuery, ...quietly, enabled })
  const waiting = found.data ?? []
  const queue = {
    id: 'invitations',
    kind: 'invitations' as const,
    count: waiting.length,
    title: t('invitations.title', { count: waiting.length }),
    reason: namesOf(waiting.map(({ email }) => email)),
    action: t('invitations.action'),
    place: { to: '/settings/invitations' },
  }
  return sourceOf('invitations', [found], [queue])
}

/** The first names, and how many more there are. */
const namesOf = (names: string[]) =>
  [...names.slice(0, named_max), ...(names.length > named_max ? [`+${names.length - named_max}`] : [])].join(', ')

function usePrivacyRequests(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const found = useQuery({ ...privacyRequestsQuery, ...quietly, enabled })
  const open = found.data?.filter(({ state }) => state === 'open') ?? []
  const late = open.filter(({ overdue }) => overdue).length
  const due = open.map(({ due_at }) => due_at).sort()[0]
  const queue = {
    id: 'privacy',
    kind: 'privacy' as const,
    count: open.length,
    title: t('privacy.title', { count: open.length }),
    reason: late > 0 ? '' : t('privacy.due', { day: formatNearDay(due) }),
    alert: late > 0 ? t('privacy.late', { count: late, shown: formatNumber(late) }) : undefined,
    action: t('privacy.action'),
    place: { to: '/settings/privacy' },
  }
  return sourceOf('privacy', [found], [queue])
}

function useRefusedRows(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const found = useQuery({ ...importsQuery, ...quietly, enabled })
  const since = new Date(Date.now() - import_days * day_ms).toISOString()
  const imports = (found.data ?? []).filter(
    ({ state, run, forgotten_at, created_at }) =>
      state === 'done' && forgotten_at === null && created_at > since && (run?.refused ?? 0) > 0,
  )
  const [only, ...others] = imports
  const count = imports.reduce((sum, { run }) => sum + (run?.refused ?? 0), 0)
  const queue = {
    id: `imports ${only?.id}`,
    kind: 'imports' as const,
    count,
    title: t('imports.title', { count }),
    reason: namesOf(imports.map(({ name }) => name)),
    action: t('imports.action'),
    place: { to: '/contacts/import', search: only && others.length === 0 ? { import: only.id } : {} },
  }
  return sourceOf('imports', [found], [queue])
}
