import { Badge, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ImportSummary } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, formatNumber, fullName } from '../../components/formats.ts'
import { SmallTable } from '../../components/SmallTable.tsx'
import { importsQuery } from './data.ts'

const colors: Partial<Record<ImportSummary['state'], string>> = {
  done: 'green',
  stopped: 'orange',
  undone: 'gray',
  ready: 'gray',
  checked: 'gray',
}

/** Past imports with user, date and outcome. */
export function PastImports() {
  const { t } = useTranslation('contacts')
  const { data: imports } = useSuspenseQuery(importsQuery)
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('import.list')}
      </Title>
      {imports.length === 0 ? (
        <EmptyState title={t('import.none')} why={t('import.none_why')} />
      ) : (
        <SmallTable
          label={t('import.list')}
          rows={imports}
          minWidth={320}
          stacked
          columns={[
            {
              label: t('import.name'),
              rowHeader: true,
              cell: ({ id, name }) => (
                <Link to="/contacts/import" search={{ import: id }} className="record-link breaking">
                  {name}
                </Link>
              ),
            },
            { label: t('import.at'), cell: ({ created_at }) => formatDateTime(created_at) },
            { label: t('import.by'), cell: ({ user }) => fullName(user) },
            { label: t('import.outcome'), cell: one => <Outcome about={one} /> },
          ]}
        />
      )}
    </section>
  )
}

function Outcome({ about: { state, run } }: { about: ImportSummary }) {
  const { t } = useTranslation('contacts')
  return (
    <div>
      <Badge color={colors[state] ?? 'blue'}>{t(`import.state.${state}`)}</Badge>
      {run && (
        <Text size="xs" c="dimmed">
          {t('import.outcome_text', {
            created: formatNumber(run.created),
            updated: formatNumber(run.updated),
            refused: formatNumber(run.refused),
          })}
        </Text>
      )}
    </div>
  )
}
