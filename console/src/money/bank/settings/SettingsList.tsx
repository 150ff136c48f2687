import { Button, Group, Paper, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PlusIcon } from '../../../components/icons.tsx'
import { type SmallColumn, SmallTable } from '../../../components/SmallTable.tsx'
import { useMe } from '../../../use_me.ts'

interface Props<Row extends { id: number }> {
  what: 'accounts' | 'rules'
  rows: Row[]
  columns: SmallColumn<Row>[]
  onAdd: () => void
}

/** A list of the settings of the bank. */
export function SettingsList<Row extends { id: number }>({ what, rows, columns, onAdd }: Props<Row>) {
  const { t } = useTranslation('bank')
  const { may } = useMe()
  const title = t(`settings.${what}`)
  const add = may('finance:settings') && (
    <Button
      size="xs"
      variant={rows.length > 0 ? 'default' : 'filled'}
      leftSection={<PlusIcon size={14} />}
      onClick={onAdd}
    >
      {t(`settings.add_${what}`)}
    </Button>
  )
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {rows.length > 0 && add}
      </Group>
      {rows.length === 0 ? (
        <Paper withBorder>
          <EmptyState title={t(`settings.no_${what}`)} why={t(`settings.why_${what}`)}>
            {add}
          </EmptyState>
        </Paper>
      ) : (
        <SmallTable label={title} minWidth={320} stacked verticalSpacing="xs" rows={rows} columns={columns} />
      )}
    </section>
  )
}
