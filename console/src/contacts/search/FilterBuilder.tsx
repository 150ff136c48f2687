import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { formatNumber } from '../../components/formats.ts'
import { contactCountQuery } from '../contacts/data.ts'
import { FilterGroupEditor } from './FilterGroupEditor.tsx'
import { type FilterPart, filterOfGroup, groupOf } from './filter_tree.ts'
import { queryOf } from './query.ts'
import { useFilterSentence } from './use_filter_sentence.ts'
import { OpenForms } from './use_open_form.ts'

interface Props {
  /** The filter to begin with; undefined while the dialog is closed. */
  where: FilterPart[] | undefined
  /** The words of the search box, which count too. */
  q: string | undefined
  tags: string[]
  onChange: (where: FilterPart[]) => void
  onClose: () => void
}

/** A dialog that combines conditions with “all”, “any” and “none”, and counts the contacts that match. */
export function FilterBuilder({ where, onClose, ...others }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Dialog title={t('filters.title')} opened={where !== undefined} onClose={onClose} size="lg">
      {where && <Builder where={where} onClose={onClose} {...others} />}
    </Dialog>
  )
}

function Builder({ where, q, tags, onChange, onClose }: Props & { where: FilterPart[] }) {
  const { t } = useTranslation('contacts')
  const sentence = useFilterSentence()
  const [group, setGroup] = useState(groupOf(where))
  const parts = filterOfGroup(group)
  const [open_forms, setOpenForms] = useState(0)
  const countForms = useCallback((change: number) => setOpenForms(count => count + change), [])
  const counted = useQuery({ ...contactCountQuery(queryOf({ q, where: parts })), placeholderData: keepPreviousData })
  return (
    <Stack>
      <OpenForms value={countForms}>
        <FilterGroupEditor group={group} level={0} tags={tags} onChange={setGroup} />
      </OpenForms>
      <div aria-live="polite">
        <Text className="breaking">{parts.length > 0 ? sentence(parts) : t('filters.everyone')}</Text>
        <Text size="sm" c="dimmed">
          {counted.data === undefined
            ? t('filters.counting')
            : t('count', { count: counted.data, shown: formatNumber(counted.data) })}
        </Text>
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('button.cancel', { ns: 'shell' })}
        </Button>
        <Button
          // A condition that was typed and not added would be lost.
          disabled={open_forms > 0}
          onClick={() => {
            onChange(parts)
            onClose()
          }}
        >
          {t('filters.show')}
        </Button>
      </Group>
    </Stack>
  )
}
