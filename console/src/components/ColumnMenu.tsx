import { ActionIcon, Checkbox, Popover, ScrollArea, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from './DataTable.tsx'
import { ColumnsIcon } from './icons.tsx'

interface Props<Row> {
  all: Column<Row>[]
  shown: string[]
  onChoose: (keys: string[]) => void
}

export function ColumnMenu<Row>({ all, shown, onChoose }: Props<Row>) {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" aria-label={t('do.columns')} size="md" visibleFrom="sm">
          <ColumnsIcon size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('do.columns')}>
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
