import { Anchor, Badge, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { BulkChange } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { ChangeDetails } from './ChangeDetails.tsx'
import { bulkChangesQuery, state_colors } from './data.ts'
import { useChangeText } from './use_change_text.ts'

const route = getRouteApi('/contacts/bulk_changes')

/** Past changes of many contacts, with their result. */
export function BulkChanges() {
  const { t } = useTranslation('bulk_changes')
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: changes } = useSuspenseQuery(bulkChangesQuery)
  return (
    <ListPage
      title={t('list')}
      framed={false}
      actions={
        <Anchor component={Link} to="/contacts" size="sm">
          {t('all_contacts')}
        </Anchor>
      }
      count={changes.length}
      empty={<EmptyState title={t('none')} why={t('none_why')} />}
      after={<ChangeDetails id={open} onClose={() => void navigate({ search: {} })} />}
    >
      <SmallTable
        label={t('list')}
        rows={changes}
        minWidth={320}
        stacked
        columns={[
          { label: t('what_heading'), rowHeader: true, cell: change => <What change={change} /> },
          { label: t('when'), cell: ({ created_at }) => formatDateTime(created_at) },
          { label: t('who'), cell: ({ user }) => fullName(user) },
          {
            label: t('state_heading'),
            cell: ({ state }) => <Badge color={state_colors[state]}>{t(`state.${state}`)}</Badge>,
          },
        ]}
      />
    </ListPage>
  )
}

function What({ change }: { change: BulkChange }) {
  const { what, outcome } = useChangeText(change)
  return (
    <>
      <Link to="/contacts/bulk_changes" search={{ open: change.id }} className="record-link">
        {what}
      </Link>
      <Text size="xs" c="dimmed">
        {outcome}
      </Text>
    </>
  )
}
