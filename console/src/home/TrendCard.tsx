import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  title: string
  number: ReactNode
  /** What the number is compared with. */
  notes: ReactNode
  legend?: ReactNode
  chart: ReactNode
  table: ReactNode
}

/** A number that matters, how it came about, and the same as a table. */
export function TrendCard({ title, number, notes, legend, chart, table }: Props) {
  const { t } = useTranslation('home')
  const [asTable, setAsTable] = useState(false)
  return (
    <Paper withBorder p="md" component="section" aria-label={title} className="trend">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Group gap="sm" wrap="nowrap">
          {!asTable && legend}
          <Button
            size="compact-sm"
            variant="subtle"
            className="unprinted"
            onClick={() => setAsTable(!asTable)}
            aria-pressed={asTable}
          >
            {t('table')}
          </Button>
        </Group>
      </Group>
      <Group gap="xs" align="baseline" mb="xs" wrap="nowrap">
        <Text fz={24} lh="32px" fw={700} className="tabular">
          {number}
        </Text>
        <Text fz={13} c="dimmed">
          {notes}
        </Text>
      </Group>
      {asTable ? table : chart}
    </Paper>
  )
}
