import { ActionIcon, Checkbox, Group, Popover, Radio, ScrollArea, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseDensity, type Density, densities, useDensity } from './density.ts'
import { ColumnsIcon } from './icons.tsx'
import type { ColumnChoice } from './table_types.ts'

/** How close the rows are, and which columns are shown. */
export function ColumnMenu<Row>({ choice }: { choice: ColumnChoice<Row> | undefined }) {
  const { t } = useTranslation()
  const density = useDensity()
  return (
    <Popover position="top-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" aria-label={t('list.options')} size={28} visibleFrom="sm">
          <ColumnsIcon size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.options')}>
        <Stack gap="sm">
          <Radio.Group
            label={t('density.label')}
            value={density}
            onChange={value => chooseDensity(value as Density)}
            size="sm"
          >
            <Group gap="md" mt={6}>
              {densities.map(one => (
                <Radio key={one} value={one} label={t(`density.${one}`)} />
              ))}
            </Group>
          </Radio.Group>
          {choice && <Columns choice={choice} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Columns<Row>({ choice: { all, shown, choose } }: { choice: ColumnChoice<Row> }) {
  const { t } = useTranslation()
  return (
    <Checkbox.Group label={t('list.columns')} value={shown} onChange={choose} size="sm">
      <ScrollArea.Autosize mah={300} mt={6} viewportProps={{ tabIndex: 0 }}>
        <Stack gap="xs">
          {all.map(({ key, label }) => (
            <Checkbox key={key} label={label} value={key} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Checkbox.Group>
  )
}
