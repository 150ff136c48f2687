import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { formatNumber } from '../../components/formats.ts'
import { contactCountQuery } from '../contacts/data.ts'
import { FilterGroupEditor } from './FilterGroupEditor.tsx'
import { type FilterPart, filterOfGroup, groupOf } from './filter_tree.ts'
import { queryOf } from './query.ts'
import { useFilterSentence } from './use_filter_sentence.ts'

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
  const box = useRef<HTMLDivElement>(null)
  const openForms = () => [...(box.current?.querySelectorAll('form') ?? [])]
  const [showing, setShowing] = useState(false)
  /** Applies what was typed and not applied yet, each condition to the filter with those before it. */
  const show = () => {
    for (const form of openForms()) flushSync(() => form.requestSubmit())
    setShowing(true)
  }
  useEffect(() => {
    if (!showing) return
    setShowing(false)
    // A form that is still open says what is missing.
    if (openForms().length > 0) return
    onChange(parts)
    onClose()
  })
  const counted = useQuery({ ...contactCountQuery(queryOf({ q, where: parts })), placeholderData: keepPreviousData })
  return (
    <Stack>
      <div ref={box}>
        <FilterGroupEditor group={group} level={0} tags={tags} onChange={setGroup} />
      </div>
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
        <Button onClick={show}>{t('filters.show')}</Button>
      </Group>
    </Stack>
  )
}
