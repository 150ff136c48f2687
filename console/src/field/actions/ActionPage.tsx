import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldIcon, LeftIcon, PrintIcon } from '../../components/icons.tsx'
import { notify, notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { PageActions } from '../../components/PageActions.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RecordDrawer } from '../../components/RecordDrawer.tsx'
import { useEditKey, useLetterKey } from '../../components/use_letter_key.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useMe } from '../../use_me.ts'
import { Addresses } from '../action_addresses/Addresses.tsx'
import { ActionResults } from '../action_statistics/ActionResults.tsx'
import { ActionForm } from './ActionForm.tsx'
import { ActionOverview } from './ActionOverview.tsx'
import { ActionPeople } from './ActionPeople.tsx'
import { actionQuery, archiveAction, duplicateAction, restoreAction } from './data.ts'
import { useDates } from './dates.ts'
import { type ActionSearch, phaseOf, type Tab, tabs } from './search_params.ts'

const route = getRouteApi('/actions/$id')
// Loaded only when the map is shown.
const AddressMap = lazy(async () => ({ default: (await import('../action_addresses/AddressMap.tsx')).AddressMap }))

export function ActionPage() {
  const id = Number(route.useParams().id)
  const { t } = useTranslation('actions')
  const { may } = useMe()
  const narrow = useNarrow()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const dates = useDates()
  const { data } = useSuspenseQuery(actionQuery(id))
  const { action, etag } = data
  const time = phaseOf(action, new Date().toISOString().slice(0, 10))
  const writable = may('actions:write') && time !== 'archived'
  const go = useCallback(
    (change: ActionSearch, replace = false) => void navigate({ search: now => ({ ...now, ...change }), replace }),
    [navigate],
  )
  const edit = useCallback(() => go({ open: 'edit' }), [go])
  useEditKey(writable ? edit : undefined)
  const visit = useCallback(() => void navigate({ to: '/field/$id', params: { id: String(id) } }), [navigate, id])
  useLetterKey('v', visit)
  const swap = useCallback(
    () => go({ tab: search.tab === 'map' ? 'addresses' : 'map', open: undefined }),
    [go, search.tab],
  )
  useLetterKey('l', search.tab === 'map' || search.tab === 'addresses' ? swap : undefined)
  const close = () => void navigate({ search: ({ open: _, ...now }) => now })

  const archive = async () => {
    await archiveAction(id)
    notifyWithUndo(t('archived', { name: action.name }), () => restoreAction(id))
  }
  const restore = async () => {
    await restoreAction(id)
    notify(t('restored', { name: action.name }))
  }
  const duplicate = async () => {
    const copy = await duplicateAction(id, t('copy_of', { name: action.name }))
    await navigate({ to: '/actions/$id', params: { id: String(copy.id) }, search: { open: 'edit' } })
  }

  const attempt = (act: () => Promise<void>) => () => void act().catch(notifyError)
  const pageActions = (
    <PageActions
      actions={[
        {
          label: t('open_field_app'),
          short: t('field_app'),
          Icon: FieldIcon,
          to: `/field/${id}`,
        },
        { label: t('sheets.link'), Icon: PrintIcon, to: `/actions/${id}/sheets` },
        ...(writable ? [{ label: t('button.edit', { ns: 'shell' }), look: 'main' as const, onClick: edit }] : []),
        ...(may('actions:write')
          ? [
              { label: t('duplicate'), rare: true, onClick: attempt(duplicate) },
              time === 'archived'
                ? { label: t('restore'), rare: true, onClick: attempt(restore) }
                : { label: t('archive'), rare: true, onClick: attempt(archive) },
            ]
          : []),
      ]}
    />
  )

  const panels: Record<Tab, () => React.ReactNode> = {
    overview: () => (
      <ActionOverview action={action} etag={etag} writable={writable} search={search} onSearch={go} onClose={close} />
    ),
    map: () => (
      <AddressMap action={action} etag={etag} writable={writable} search={search} onSearch={go} onClose={close} />
    ),
    addresses: () => (
      <Addresses action={action} etag={etag} writable={writable} search={search} onSearch={go} onClose={close} />
    ),
    people: () => <ActionPeople action={action} />,
    results: () => <ActionResults action={action} search={search} onSearch={go} />,
  }

  return (
    <>
      {narrow && (
        <Group justify="space-between" wrap="nowrap" mb="xs" className="no-print">
          <Anchor component={Link} to="/actions" size="sm" display="inline-flex" style={{ alignItems: 'center' }}>
            <LeftIcon size={16} /> {t('title')}
          </Anchor>
          {pageActions}
        </Group>
      )}
      <PageHeader title={action.name}>{!narrow && pageActions}</PageHeader>
      <Group gap="xs" mb="sm">
        <Badge color={time === 'running' ? 'moss' : 'gray'}>{t(`phase.${time}`)}</Badge>
        <Badge color={action.public ? 'moss' : 'gray'}>{t(action.public ? 'public' : 'private')}</Badge>
        <Text size="sm" c="dimmed">
          {dates(action)}
        </Text>
      </Group>
      <PageTabs
        names={tabs}
        open={search.tab ?? 'overview'}
        onOpen={name => go({ tab: name === 'overview' ? undefined : name, open: undefined }, true)}
        labelOf={name => t(`tab.${name}`)}
        panel={name => panels[name]()}
      />
      <RecordDrawer title={t('one')} opened={search.open === 'edit' && writable} onClose={close}>
        <ActionForm key={etag} action={action} etag={etag} onCancel={close} onDone={close} />
      </RecordDrawer>
    </>
  )
}
