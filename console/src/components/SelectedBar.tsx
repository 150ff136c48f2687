import { CloseButton, Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  /** How much is selected, in words. */
  selected: ReactNode
  onClear: () => void
  /** Buttons that act on the selected rows, and their dialogs. */
  children: ReactNode
}

/** Below a list while rows are selected. It stays in sight while the list is scrolled, and moves nothing. */
export function SelectedBar({ selected, onClear, children }: Props) {
  const { t } = useTranslation()
  return (
    <Paper withBorder shadow="md" p="xs" className="bulk-bar" component="section" aria-label={t('list.selected_bar')}>
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Group gap="xs" flex={1} miw={0}>
          <Group gap="sm" role="status" fz="sm" fw={600}>
            {selected}
          </Group>
          {children}
        </Group>
        <CloseButton className="bulk-bar-close" aria-label={t('list.unselect')} onClick={onClear} />
      </Group>
    </Paper>
  )
}
