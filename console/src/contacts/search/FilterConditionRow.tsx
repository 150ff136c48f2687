import { Button, CloseButton, Group, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterForm } from './FilterForm.tsx'
import { depth_max, type FilterLeaf, type FilterNode, partsOf } from './filter_tree.ts'
import { useFilterSentence } from './use_filter_sentence.ts'

interface Props {
  leaf: FilterLeaf
  /** How many groups of the server's contain it. */
  level: number
  tags: string[]
  onChange: (node: FilterNode) => void
  onRemove: () => void
}

/** A condition in words, with buttons to change it, negate it, and turn it into “any of”. */
export function FilterConditionRow({ leaf, level, tags, onChange, onRemove }: Props) {
  const { t } = useTranslation('contacts')
  const sentence = useFilterSentence()
  const [editing, setEditing] = useState<boolean>()
  const { condition, negated } = leaf
  const filter = sentence(partsOf(leaf))
  if (editing)
    return (
      <FilterForm
        condition={condition}
        tags={tags}
        onDone={changed => {
          onChange({ condition: changed, negated })
          setEditing(false)
        }}
        onCancel={() => setEditing(false)}
      />
    )
  return (
    <Group gap={4} wrap="nowrap" justify="space-between" align="flex-start">
      <UnstyledButton
        className="filter-chip-text"
        // After the form closes, the focus returns to the button that opened it.
        autoFocus={editing === false}
        aria-label={t('filters.change', { filter })}
        onClick={() => setEditing(true)}
      >
        {filter}
      </UnstyledButton>
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-sm"
          variant={negated ? 'filled' : 'default'}
          aria-pressed={negated}
          aria-label={t('filters.negate_this', { filter: sentence([condition]) })}
          disabled={!negated && level + 1 > depth_max}
          onClick={() => onChange({ condition, negated: !negated })}
        >
          {t('filters.negate')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('filters.or_this', { filter })}
          disabled={level + 1 + Number(negated) > depth_max}
          onClick={() => onChange({ mode: 'any', parts: [leaf] })}
        >
          {t('filters.or')}
        </Button>
        <CloseButton size="sm" aria-label={t('remove_filter', { filter })} onClick={onRemove} />
      </Group>
    </Group>
  )
}
