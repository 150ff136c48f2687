import { Button, CloseButton, Group, Popover, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterIcon } from '../../components/icons.tsx'
import { FilterBuilder } from './FilterBuilder.tsx'
import { FilterForm } from './FilterForm.tsx'
import { type Condition, type FilterPart, isCondition } from './filter_tree.ts'
import { useConditionText } from './use_condition_text.ts'
import { useFilterSentence } from './use_filter_sentence.ts'

interface Props {
  where: FilterPart[]
  /** The words of the search box. */
  q: string | undefined
  /** A saved query that can be used only as a whole. */
  whole: boolean
  tags: string[]
  onChange: (where: FilterPart[]) => void
  onClear: () => void
}

/** The conditions and groups of the list as editable chips, and a button to add one. */
export function FilterBar({ where, q, whole, tags, onChange, onClear }: Props) {
  const { t } = useTranslation('contacts')
  const describe = useConditionText()
  const sentence = useFilterSentence()
  const [combined, setCombined] = useState<FilterPart[]>()
  if (whole)
    return (
      <Group gap={4}>
        <Chip label={t('whole_query')} onRemove={onClear} />
      </Group>
    )
  const replace = (place: number, parts: FilterPart[]) => where.toSpliced(place, 1, ...parts)
  return (
    <>
      {where.map((part, place) => {
        const remove = () => onChange(replace(place, []))
        return isCondition(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may occur twice.
          <Chip key={place} label={describe(part)} onRemove={remove}>
            {close => (
              <FilterForm
                condition={part}
                tags={tags}
                onDone={changed => {
                  onChange(replace(place, [changed]))
                  close()
                }}
                onCombine={changed => {
                  close()
                  setCombined(replace(place, [changed ?? part]))
                }}
              />
            )}
          </Chip>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same group may occur twice.
          <Chip key={place} label={sentence([part])} onOpen={() => setCombined(where)} onRemove={remove} />
        )
      })}
      <Opener
        button={toggle => (
          <Button variant="default" size="xs" leftSection={<FilterIcon size={14} />} onClick={toggle}>
            {t('add_filter')}
          </Button>
        )}
      >
        {close => (
          <FilterForm
            tags={tags}
            onDone={condition => {
              onChange([...where, condition])
              close()
            }}
            onCombine={(condition: Condition | undefined) => {
              close()
              setCombined(condition ? [...where, condition] : where)
            }}
          />
        )}
      </Opener>
      {where.length > 1 && !where.every(isCondition) && (
        <Text size="sm" className="breaking filter-sentence">
          {t('filters.sentence', { sentence: sentence(where) })}
        </Text>
      )}
      <FilterBuilder where={combined} q={q} tags={tags} onChange={onChange} onClose={() => setCombined(undefined)} />
    </>
  )
}

interface ChipProps {
  label: string
  onRemove: () => void
  onOpen?: () => void
  children?: (close: () => void) => React.ReactNode
}

function Chip({ label, onRemove, onOpen, children }: ChipProps) {
  const { t } = useTranslation('contacts')
  return (
    <Group gap={0} wrap="nowrap" className="filter-chip">
      {children ? (
        <Opener
          button={toggle => (
            <button type="button" className="filter-chip-text" onClick={toggle}>
              {label}
            </button>
          )}
        >
          {children}
        </Opener>
      ) : onOpen ? (
        <button type="button" className="filter-chip-text" onClick={onOpen}>
          {label}
        </button>
      ) : (
        <span className="filter-chip-text">{label}</span>
      )}
      <CloseButton size="sm" aria-label={t('remove_filter', { filter: label })} onClick={onRemove} />
    </Group>
  )
}

interface OpenerProps {
  button: (toggle: () => void) => React.ReactNode
  children: (close: () => void) => React.ReactNode
}

function Opener({ button, children }: OpenerProps) {
  const { t } = useTranslation('contacts')
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus withRoles={false} position="bottom-start" shadow="md">
      <Popover.Target>{button(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('add_filter')}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  )
}
