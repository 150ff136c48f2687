import { Anchor, Button, Group, RingProgress, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber, formatPercent } from '../../components/formats.ts'
import { LeftIcon, ListIcon, SummaryIcon } from '../../components/icons.tsx'
import './field.css'
import { notifyError } from '../../components/notifications.tsx'
import { fieldDoorsQuery, refreshDoors } from './data.ts'
import { countVisits, doorsWithQueued } from './doors.ts'
import { queuedVisitsQuery } from './offline/queue.ts'
import { StreetList } from './StreetList.tsx'
import { SyncStatus } from './SyncStatus.tsx'
import type { FieldSearch } from './search_params.ts'
import { useOfflineSetup } from './use_offline_setup.ts'
import { VisitDrawer } from './VisitDrawer.tsx'
import { VisitSummary } from './VisitSummary.tsx'

const route = getRouteApi('/field/$id')

/** One action in the field app: progress, streets, and four buttons per door. */
export function FieldAction() {
  const id = Number(route.useParams().id)
  const { t } = useTranslation('field')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  useOfflineSetup()
  const { data: kept } = useSuspenseQuery(fieldDoorsQuery(id))
  const { data: waiting } = useSuspenseQuery(queuedVisitsQuery)
  useDocumentTitle(`${kept.action.name} · Muster`)
  const doors = useMemo(() => doorsWithQueued(kept.doors, waiting), [kept.doors, waiting])
  const tally = useMemo(() => countVisits(doors), [doors])
  const go = (change: FieldSearch, replace = false) =>
    void navigate({ search: now => ({ ...now, ...change }), replace, resetScroll: false })
  // Goes back, so that the form is not behind the list in the history; a direct link has nothing to go back to.
  const close = () =>
    router.history.canGoBack()
      ? router.history.back()
      : void navigate({ search: ({ door: _, result: __, ...now }) => now, replace: true })

  return (
    <div className="field">
      <header className="field-head">
        <Stack gap={2} miw={0} flex={1}>
          <Anchor component={Link} to="/field" size="sm" className="field-back">
            <LeftIcon size={16} /> {t('back')}
          </Anchor>
          <Title order={1} size="h3">
            {kept.action.name}
          </Title>
          <Text>
            {t('progress', {
              count: tally.visited,
              visited: formatNumber(tally.visited),
              doors: formatNumber(tally.doors),
            })}
          </Text>
          <SyncStatus />
        </Stack>
        <RingProgress
          size={84}
          thickness={9}
          roundCaps
          flex="none"
          sections={tally.visited > 0 ? [{ value: tally.share * 100, color: 'moss.7' }] : []}
          rootColor="var(--mantine-color-default-border)"
          role="img"
          aria-label={t('progress_label', { share: formatPercent(tally.share) })}
          label={
            <Text ta="center" fw={700} size="sm" aria-hidden>
              {formatPercent(tally.share)}
            </Text>
          }
        />
      </header>
      <div className="field-body">
        {doors.length === 0 ? (
          <EmptyState title={t('no_doors')} why={t('no_doors_why')}>
            <Button size="md" variant="default" onClick={() => void refreshDoors(id).catch(notifyError)}>
              {t('reload')}
            </Button>
          </EmptyState>
        ) : search.tab === 'summary' ? (
          <VisitSummary tally={tally} doors={doors} loadedAt={kept.loaded_at} />
        ) : (
          <StreetList action={kept.action} doors={doors} more={kept.more} search={search} onSearch={go} />
        )}
      </div>
      <nav className="field-tabs" aria-label={kept.action.name}>
        <Tab
          chosen={!search.tab}
          onClick={() => go({ tab: undefined })}
          label={t('list')}
          icon={<ListIcon size={24} />}
        />
        <Tab
          chosen={search.tab === 'summary'}
          onClick={() => go({ tab: 'summary' })}
          label={t('summary')}
          icon={<SummaryIcon size={24} />}
        />
      </nav>
      <VisitDrawer
        kept={kept}
        door={doors.find(door => door.id === search.door)}
        other={search.result === 'other'}
        onClose={close}
      />
    </div>
  )
}

function Tab(props: { chosen: boolean; onClick: () => void; label: string; icon: React.ReactNode }) {
  return (
    <UnstyledButton className="field-tab" aria-current={props.chosen ? 'page' : undefined} onClick={props.onClick}>
      {props.icon}
      <Group component="span" gap={0}>
        {props.label}
      </Group>
    </UnstyledButton>
  )
}
