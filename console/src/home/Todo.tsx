import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../components/formats.ts'
import { Loading } from '../components/Loading.tsx'
import { countQuery } from '../money/transaction_bundles/data.ts'
import { invitationsQuery } from '../organisation/data.ts'
import { useMe } from '../use_me.ts'
import { refusedImportsQuery } from './data.ts'
import { HomeSection } from './HomeSection.tsx'

/** Open tasks, each linked to its page. */
export function Todo() {
  const { t } = useTranslation('home')
  const { may } = useMe()
  const finance = may('finance:read', 'catalogue:read')
  const pending = useQuery({ ...countQuery({ state: 'pending' }), enabled: finance })
  const unpaid = useQuery({ ...countQuery({ state: 'unpaid' }), enabled: finance })
  const invitations = useQuery({ ...invitationsQuery, enabled: may('users:invite') })
  const imports = useQuery({ ...refusedImportsQuery, enabled: may('contacts:write') })
  const lines: [text: string, to: string, search?: object][] = []
  const count = (query: { data?: number | undefined }) => ({
    count: query.data ?? 0,
    shown: formatNumber(query.data ?? 0),
  })
  if (pending.data) lines.push([t('to_check', count(pending)), '/payments', { view: 'check' }])
  if (unpaid.data) lines.push([t('unpaid', count(unpaid)), '/payments', { view: 'unpaid' }])
  const waiting = invitations.data?.length ?? 0
  if (waiting) lines.push([t('invitations', { count: waiting, shown: formatNumber(waiting) }), '/settings/invitations'])
  for (const { id, name, run } of imports.data ?? []) {
    const refused = run?.refused ?? 0
    lines.push([
      t('import', { name, count: refused, shown: formatNumber(refused) }),
      '/contacts/import',
      { import: id },
    ])
  }
  const loading = [pending, unpaid, invitations, imports].some(({ isLoading }) => isLoading)
  return (
    <HomeSection title={t('todo')}>
      {loading ? (
        <Loading />
      ) : lines.length === 0 ? (
        <Text c="dimmed">{t('nothing')}</Text>
      ) : (
        <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {lines.map(([text, to, search]) => (
            <li key={text}>
              <Anchor component={Link} to={to as never} search={(search ?? {}) as never}>
                {text}
              </Anchor>
            </li>
          ))}
        </Stack>
      )}
    </HomeSection>
  )
}
