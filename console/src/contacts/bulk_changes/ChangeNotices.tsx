import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkChange, isNotFound, queries } from '../../api.ts'
import { JobProgress } from '../../components/JobProgress.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { bulkChangeQuery, cancelBulkChange, isInProgress, refreshChanges, undoBulkChange } from './data.ts'
import { useChangeText } from './use_change_text.ts'
import { unwatch, useWatchedChanges } from './watched.ts'

/** The bulk changes that the user started: their progress on every page, then the result, until it is closed or the user goes on. */
export function ChangeNotices() {
  const ids = useWatchedChanges()
  // The field app works offline and has little room.
  const inField = useLocation().pathname.startsWith('/field')
  if (inField) return null
  return ids.map(id => <ChangeNotice key={id} id={id} />)
}

function ChangeNotice({ id }: { id: number }) {
  const { data: change, error } = useQuery({ ...bulkChangeQuery(id), throwOnError: false })
  // Another user signed in, or it belongs to another space.
  const gone = isNotFound(error)
  useEffect(() => {
    if (gone) unwatch(id)
  }, [gone, id])
  useForgetWhenSeen(id, change !== undefined && !isInProgress(change))
  const state = change?.state
  const before = useRef(state)
  useEffect(() => {
    const ended = before.current !== state && change && !isInProgress(change)
    if (ended && before.current)
      void Promise.all([queries.invalidateQueries({ queryKey: ['contacts'] }), refreshChanges()])
    before.current = state
  }, [change, state])
  return change ? <Notice change={change} /> : null
}

/** A result that was seen goes away with the page it was seen on. The list of changes keeps it. */
function useForgetWhenSeen(id: number, ended: boolean) {
  const { pathname } = useLocation()
  const seen_on = useRef<string>(undefined)
  useEffect(() => {
    if (!ended) seen_on.current = undefined
    else if (seen_on.current === undefined) seen_on.current = pathname
    else if (seen_on.current !== pathname) unwatch(id)
  }, [id, ended, pathname])
}

function Notice({ change }: { change: BulkChange }) {
  const { t } = useTranslation('bulk_changes')
  const { what, outcome } = useChangeText(change)
  const { id, state, undo, done, total, error } = change
  const running = isInProgress(change)
  const heading = useRef<HTMLParagraphElement>(null)
  // The button that was pressed goes away, and the focus with it.
  const act = (work: Promise<unknown>) => {
    heading.current?.focus()
    void work.catch(notifyError)
  }
  return (
    <Paper withBorder p="xs" role="region" aria-label={t('notice')} className="bulk-notice">
      <Stack gap={6}>
        <Stack gap={4} miw={0}>
          <Group gap={4} justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="sm" fw={600} className="breaking" tabIndex={-1} ref={heading}>
              {what}
            </Text>
            {!running && (
              <CloseButton size="sm" aria-label={t('button.close', { ns: 'shell' })} onClick={() => unwatch(id)} />
            )}
          </Group>
          <Text size="sm" role="status">
            {running ? t(`state.${state}`) : `${t(`state.${state}`)} · ${outcome}`}
          </Text>
          {running && <JobProgress {...(state === 'undoing' && undo ? undo : { done, total })} />}
          {!running && error && <Text size="sm">{error}</Text>}
        </Stack>
        <Group gap="xs">
          {running && (
            <Button size="compact-sm" variant="default" onClick={() => act(cancelBulkChange(id))}>
              {t('button.stop')}
            </Button>
          )}
          {change.undo_until && (
            <Button size="compact-sm" variant="default" onClick={() => act(undoBulkChange(id))}>
              {t('button.undo', { ns: 'shell' })}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            renderRoot={props => <Link to="/contacts/bulk_changes" search={{ open: id }} {...props} />}
          >
            {t('button.details')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
