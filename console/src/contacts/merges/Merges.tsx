import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Merge } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { mergesQuery, undoMerge, unmarkNotDuplicates } from '../duplicates/data.ts'

/** Past merges, newest first. A merge can be undone while the server allows it. */
export function Merges() {
  const { t } = useTranslation('contacts')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(mergesQuery)
  const merges = data.pages.flatMap(page => page.data)
  if (merges.length === 0) return <EmptyState title={t('duplicates.merges_none')} />
  return (
    <Stack gap="xs">
      {merges.map(merge => (
        <Row key={merge.id} merge={merge} />
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('duplicates.more')}
        </Button>
      )}
    </Stack>
  )
}

function Row({ merge }: { merge: Merge }) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const undoing = useSave({
    save: () => undoMerge(merge),
    onSaved: ({ stayed }) => {
      const some = stayed && Object.values(stayed).some(list => list.length > 0)
      const text = some
        ? t('duplicates.merge_undone_partly', { name: personName(merge.survivor) })
        : t('duplicates.merge_undone')
      // The pair would otherwise stay away from the duplicates without a word.
      notifyWithUndo(
        `${text} ${t('duplicates.marked_by_undo')}`,
        () => unmarkNotDuplicates([merge.survivor_id, merge.gone_id]),
        { button: t('duplicates.propose_again'), done: t('duplicates.proposed_again') },
      )
    },
  })
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <div>
          <Link to="/contacts/$id" params={{ id: String(merge.survivor_id) }} className="record-link">
            {t('duplicates.merged_into', {
              gone: personName(merge.gone),
              survivor: personName(merge.survivor),
            })}
          </Link>
          <Text size="xs" c="dimmed">
            {formatDateTime(merge.created_at)} · {fullName(merge.user)}
          </Text>
        </div>
        {merge.undone_at ? (
          <Badge color="gray">{t('duplicates.undone')}</Badge>
        ) : (
          merge.can_undo &&
          may('contacts:write') && (
            <Button size="compact-sm" variant="default" loading={undoing.busy} onClick={() => void undoing.save()}>
              {t('duplicates.undo')}
            </Button>
          )
        )}
      </Group>
    </Paper>
  )
}

/** An erased contact has no name. */
const personName = (person: Merge['gone']) => fullName(person) || `#${person.id}`
