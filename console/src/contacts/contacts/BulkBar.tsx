import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { ActionsIcon, ExportIcon, TagIcon } from '../../components/icons.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { useMe } from '../../use_me.ts'
import { TagDialog } from '../tags/TagDialog.tsx'
import { AddToActionDialog } from './AddToActionDialog.tsx'
import { matchingIds, selection_max } from './bulk.ts'

interface Props {
  selected: ReadonlySet<number>
  total: number
  query: object
  tags: string[]
  onSelect: (ids: ReadonlySet<number>) => void
  onExport: () => void
}

/** Actions on the selected contacts. */
export function BulkBar({ selected, total, query, tags, onSelect, onExport }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const [dialog, setDialog] = useState<'tag' | 'untag' | 'action'>()
  const [gathering, setGathering] = useState<number>()
  const ids = [...selected]
  const more = selected.size < Math.min(total, selection_max)

  const selectAll = async () => {
    setGathering(selected.size)
    try {
      onSelect(await matchingIds(query, setGathering))
    } catch (error) {
      notifyError(error)
    } finally {
      setGathering(undefined)
    }
  }
  return (
    <Paper withBorder shadow="md" p="xs" className="bulk-bar" role="region" aria-label={t('bulk')}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600} aria-live="polite">
            {t('said.selected', { ns: 'shell', count: gathering ?? selected.size })}
          </Text>
          {more && (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={gathering !== undefined}
              onClick={() => void selectAll()}
            >
              {total > selection_max
                ? t('select_first', { count: selection_max, shown: formatNumber(selection_max) })
                : t('select_matching', { count: total, shown: formatNumber(total) })}
            </Button>
          )}
          {may('contacts:write', 'contacts:sensitive') && (
            <>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<TagIcon size={14} />}
                onClick={() => setDialog('tag')}
              >
                {t('tag')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setDialog('untag')}>
                {t('untag')}
              </Button>
            </>
          )}
          {may('actions:write') && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<ActionsIcon size={14} />}
              onClick={() => setDialog('action')}
            >
              {t('add_to_action')}
            </Button>
          )}
          {may('contacts:export') && (
            <Button size="compact-sm" variant="default" leftSection={<ExportIcon size={14} />} onClick={onExport}>
              {t('do.export', { ns: 'shell' })}
            </Button>
          )}
        </Group>
        <CloseButton aria-label={t('unselect')} onClick={() => onSelect(new Set())} />
      </Group>
      <TagDialog
        ids={ids}
        mode={dialog === 'untag' ? 'untag' : 'tag'}
        tags={tags}
        opened={dialog === 'tag' || dialog === 'untag'}
        onClose={() => setDialog(undefined)}
      />
      <AddToActionDialog ids={ids} opened={dialog === 'action'} onClose={() => setDialog(undefined)} />
    </Paper>
  )
}
