import { ActionIcon, Anchor, Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldIcon, LeftIcon, MoreIcon, PrintIcon } from '../../components/icons.tsx'
import { notify, notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RecordDrawer } from '../../components/RecordDrawer.tsx'
import { useEditKey, useLetterKey } from '../../components/use_letter_key.ts'
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
  const swap = useCallback(() => go({ tab: search.tab === 'map' ? 'addresses' : 'map' }), [go, search.tab])
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

  const panels: Record<Tab, () => React.ReactNode> = {
    overview: () => (
      <ActionOverview action={action} etag={etag} writable={writable} search={search} onSearch={go} onClose={close} />
    ),
    map: () => (
      <AddressMap action={action} etag={etag} writable={writable} search={search} onSearch={go} onClose={close} />
    ),
    addresses: () => <Addresses action={action} writable={writable} search={search} onSearch={go} onClose={close} />,
    people: () => <ActionPeople action={action} />,
    results: () => <ActionResults action={action} search={search} onSearch={go} />,
  }

  return (
    <>
      <Anchor
        component={Link}
        to="/actions"
        size="sm"
        hiddenFrom="sm"
        display="inline-flex"
        style={{ alignItems: 'center' }}
      >
        <LeftIcon size={16} /> {t('title')}
      </Anchor>
      <PageHeader title={action.name}>
        <Button
          variant="default"
          leftSection={<FieldIcon size={16} />}
          renderRoot={props => <Link to="/field/$id" params={{ id: String(id) }} {...props} />}
        >
          {t('open_field_app')}
        </Button>
        <Button
          visibleFrom="sm"
          variant="default"
          leftSection={<PrintIcon size={16} />}
          renderRoot={props => <Link to="/actions/$id/sheets" params={{ id: String(id) }} {...props} />}
        >
          {t('sheets.link')}
        </Button>
        {writable && <Button onClick={edit}>{t('button.edit', { ns: 'shell' })}</Button>}
        <Menu position="bottom-end" keepMounted={false}>
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('button.more', { ns: 'shell' })}
              {...(!may('actions:write') && { hiddenFrom: 'sm' })}
            >
              <MoreIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              hiddenFrom="sm"
              renderRoot={props => <Link to="/actions/$id/sheets" params={{ id: String(id) }} {...props} />}
            >
              {t('sheets.link')}
            </Menu.Item>
            {may('actions:write') && (
              <>
                <Menu.Item onClick={() => void duplicate().catch(notifyError)}>{t('duplicate')}</Menu.Item>
                {time === 'archived' ? (
                  <Menu.Item onClick={() => void restore().catch(notifyError)}>{t('restore')}</Menu.Item>
                ) : (
                  <Menu.Item onClick={() => void archive().catch(notifyError)}>{t('archive')}</Menu.Item>
                )}
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </PageHeader>
      <Group gap="xs" mb="sm">
        <Badge color={time === 'running' ? 'moss' : 'gray'}>{t(`when.${time}`)}</Badge>
        <Badge color={action.public ? 'moss' : 'gray'}>{t(action.public ? 'public' : 'private')}</Badge>
        <Text size="sm" c="dimmed">
          {dates(action)}
        </Text>
      </Group>
      <PageTabs
        names={tabs}
        open={search.tab ?? 'overview'}
        onOpen={name => go({ tab: name === 'overview' ? undefined : name }, true)}
        labelOf={name => t(`tab.${name}`)}
        panel={name => panels[name]()}
      />
      <RecordDrawer title={t('one')} opened={search.open === 'edit' && writable} onClose={close}>
        <ActionForm key={etag} action={action} etag={etag} onCancel={close} onDone={close} />
      </RecordDrawer>
    </>
  )
}
