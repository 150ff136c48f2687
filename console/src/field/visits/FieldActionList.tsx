import { Paper, Stack, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay, formatDayRange } from '../../components/formats.ts'
import { RightIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import './field.css'
import { fieldActionsQuery } from './data.ts'
import type { FieldAction } from './doors.ts'
import { SyncStatus } from './SyncStatus.tsx'
import { useOfflineSetup } from './use_offline_setup.ts'

/** The actions that the user can work in. */
export function FieldActionList() {
  const { t } = useTranslation('field')
  useOfflineSetup()
  const { data: actions } = useSuspenseQuery(fieldActionsQuery)
  const groups = [
    { name: 'mine', rows: actions.filter(({ mine }) => mine) },
    { name: 'others', rows: actions.filter(({ mine }) => !mine) },
  ] as const
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack>
        <SyncStatus />
        {actions.length === 0 && (
          <Paper withBorder>
            <EmptyState title={t('none')} why={t('none_why')} />
          </Paper>
        )}
        {groups.map(
          ({ name, rows }) =>
            rows.length > 0 && (
              <Stack key={name} gap="xs">
                <Title order={2} size="h4">
                  {t(name)}
                </Title>
                <div className="field-cards">
                  {rows.map(action => (
                    <ActionCard key={action.id} action={action} />
                  ))}
                </div>
              </Stack>
            ),
        )}
      </Stack>
    </>
  )
}

function ActionCard({ action }: { action: FieldAction }) {
  return (
    <Link to="/field/$id" params={{ id: String(action.id) }} className="field-card">
      <span className="field-card-text">
        <Text fw={600} component="span" display="block">
          {action.name}
        </Text>
        <Text size="sm" c="dimmed" component="span" display="block">
          <Dates {...action} />
        </Text>
        {action.pitch && (
          <Text size="sm" component="span" lineClamp={2}>
            {action.pitch}
          </Text>
        )}
      </span>
      <RightIcon />
    </Link>
  )
}

function Dates({ start, end }: Pick<FieldAction, 'start' | 'end'>) {
  const { t } = useTranslation('field')
  if (start && end) return formatDayRange(start, end)
  if (end) return t('until', { day: formatDay(end) })
  return start ? formatDay(start) : t('open_ended')
}
