import { Button, CloseButton, Fieldset, Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlusIcon } from '../../components/icons.tsx'
import { FilterConditionRow } from './FilterConditionRow.tsx'
import { FilterForm } from './FilterForm.tsx'
import {
  depth_max,
  depthInside,
  type FilterGroup,
  type FilterNode,
  type GroupMode,
  groupModes,
  isGroupNode,
  levelsOf,
} from './filter_tree.ts'

interface Props {
  group: FilterGroup
  /** How many groups of the server's contain this one. */
  level: number
  tags: string[]
  onChange: (group: FilterGroup) => void
  /** Undefined for the whole filter. */
  onRemove?: () => void
}

/** Conditions and groups of which all, one or none must hold. */
export function FilterGroupEditor({ group, level, tags, onChange, onRemove }: Props) {
  const { t } = useTranslation('contacts')
  const { mode, parts } = group
  const is_whole = onRemove === undefined
  // A group that a condition was turned into waits for its second one.
  const [adding, setAdding] = useState(parts.length === 0 || (!is_whole && parts.length === 1))
  const add_button = useRef<HTMLButtonElement>(null)
  // After a form closes, the focus returns to the button that opened it.
  const [added, setAdded] = useState(false)
  const close = () => {
    setAdding(false)
    setAdded(true)
  }
  // All conditions of the whole filter are a plain list, which is no group.
  const levelsFor = (one: GroupMode) => (is_whole && one === 'all' ? 0 : levelsOf(one))
  const inner_level = level + levelsFor(mode)
  const add = (node: FilterNode) => onChange({ mode, parts: [...parts, node] })
  const replace = (place: number, nodes: FilterNode[]) => onChange({ mode, parts: parts.toSpliced(place, 1, ...nodes) })
  const remove = (place: number) => {
    replace(place, [])
    add_button.current?.focus()
  }

  return (
    <Fieldset legend={<VisuallyHidden>{t(is_whole ? 'filters.title' : 'filters.group')}</VisuallyHidden>} p="sm">
      <Stack gap="sm">
        <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-end">
          <NativeSelect
            label={t('filters.match')}
            data={groupModes.map(value => ({
              value,
              label: t(`filters.mode.${value}`),
              disabled: level + levelsFor(value) + depthInside(group) > depth_max,
            }))}
            value={mode}
            onChange={event => onChange({ mode: event.currentTarget.value as GroupMode, parts })}
          />
          {onRemove && <CloseButton aria-label={t('filters.remove_group')} onClick={onRemove} />}
        </Group>
        {parts.length === 0 && !adding && (
          <Text size="sm" c="dimmed">
            {t('filters.empty')}
          </Text>
        )}
        {parts.map((node, place) =>
          isGroupNode(node) ? (
            <FilterGroupEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: the same group may occur twice.
              key={place}
              group={node}
              level={inner_level}
              tags={tags}
              onChange={changed => replace(place, [changed])}
              onRemove={() => remove(place)}
            />
          ) : (
            <FilterConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may occur twice.
              key={place}
              leaf={node}
              level={inner_level}
              tags={tags}
              onChange={changed => replace(place, [changed])}
              onRemove={() => remove(place)}
            />
          ),
        )}
        {adding ? (
          <FilterForm
            tags={tags}
            onDone={condition => {
              add({ condition, negated: false })
              close()
            }}
            onCancel={close}
          />
        ) : (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<PlusIcon size={14} />}
              ref={add_button}
              autoFocus={added}
              onClick={() => setAdding(true)}
            >
              {t('filters.add_condition')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<PlusIcon size={14} />}
              disabled={inner_level + 1 > depth_max}
              onClick={() => add({ mode: mode === 'any' ? 'all' : 'any', parts: [] })}
            >
              {t('filters.add_group')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}
