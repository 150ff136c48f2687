import { Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { TableSwitch } from '../components/TableSwitch.tsx'

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
  const [asTable, setAsTable] = useState(false)
  return (
    <Paper withBorder p="md" component="section" aria-label={title} className="trend">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Group gap="sm" wrap="nowrap">
          {!asTable && legend}
          <TableSwitch asTable={asTable} onChange={setAsTable} />
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
