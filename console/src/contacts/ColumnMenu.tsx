import { ActionIcon, Checkbox, Popover, ScrollArea, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../api.ts'
import type { Column } from '../parts/DataTable.tsx'
import { ColumnsIcon } from '../parts/icons.tsx'

interface Props {
  all: Column<Contact>[]
  shown: string[]
  onChoose: (keys: string[]) => void
}

export function ColumnMenu({ all, shown, onChoose }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" aria-label={t('columns')} size="md" visibleFrom="sm">
          <ColumnsIcon size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0 }}>
          <Stack gap="xs">
            {all.map(({ key, label }) => (
              <Checkbox
                key={key}
                label={label}
                checked={shown.includes(key)}
                onChange={event =>
                  onChoose(event.currentTarget.checked ? [...shown, key] : shown.filter(one => one !== key))
                }
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}
