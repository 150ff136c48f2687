import { Button, CloseButton, Group, Popover } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterIcon } from '../../components/icons.tsx'
import { FilterForm } from './FilterForm.tsx'
import type { Condition } from './query.ts'
import { useConditionText } from './use_condition_text.ts'

interface Props {
  where: Condition[]
  /** A saved query that can be used only as a whole. */
  whole: boolean
  tags: string[]
  onChange: (where: Condition[]) => void
  onClear: () => void
}

/** The conditions of the list as editable chips, and a button to add one. */
export function FilterBar({ where, whole, tags, onChange, onClear }: Props) {
  const { t } = useTranslation('contacts')
  const describe = useConditionText()
  if (whole)
    return (
      <Group gap={4}>
        <Chip label={t('whole_query')} onRemove={onClear} />
      </Group>
    )
  return (
    <>
      {where.map((condition, place) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may occur twice.
          key={place}
          label={describe(condition)}
          onRemove={() => onChange(where.filter((_, index) => index !== place))}
        >
          {close => (
            <FilterForm
              condition={condition}
              tags={tags}
              onDone={changed => {
                onChange(where.map((one, index) => (index === place ? changed : one)))
                close()
              }}
            />
          )}
        </Chip>
      ))}
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
          />
        )}
      </Opener>
    </>
  )
}

interface ChipProps {
  label: string
  onRemove: () => void
  children?: (close: () => void) => React.ReactNode
}

function Chip({ label, onRemove, children }: ChipProps) {
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
