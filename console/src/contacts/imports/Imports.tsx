import { Alert, Button, Stack, Stepper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError, type Import } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loading } from '../../components/Loading.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { importQuery, isRunning, jobQuery } from './data.ts'
import { FileStep } from './FileStep.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { PastImports } from './PastImports.tsx'
import { ResultStep } from './ResultStep.tsx'

const route = getRouteApi('/contacts/import')
const steps = ['file', 'columns', 'check', 'run'] as const

/** Imports contacts from a file in four steps. Each import has its own URL. */
export function Imports() {
  const { t } = useTranslation('contacts')
  const { import: id, step } = route.useSearch()
  const navigate = route.useNavigate()
  const go = (search: { import?: number; step?: 'columns' }) => void navigate({ search })
  return (
    <Stack maw={960} gap="lg">
      <PageHeader title={t('import.title')}>
        <Button component={Link} to="/contacts" variant="default">
          {t('to_list')}
        </Button>
      </PageHeader>
      {id ? (
        <One
          key={id}
          id={id}
          back={step === 'columns'}
          onColumns={() => go({ import: id, step: 'columns' })}
          onForward={() => go({ import: id })}
        />
      ) : (
        <>
          <Steps active={0} />
          <FileStep onUploaded={({ id }) => go({ import: id })} />
          <PastImports />
        </>
      )}
    </Stack>
  )
}

interface OneProps {
  id: number
  /** Whether the user returned to the columns of a checked file. */
  back: boolean
  onColumns: () => void
  onForward: () => void
}

function One({ id, back, onColumns, onForward }: OneProps) {
  const { t } = useTranslation('contacts')
  const { data, error } = useQuery(importQuery(id))
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t('message.not_found', { ns: 'shell' })} />
  if (!data) return <Loading />
  const active = stepOf(data, back)
  return (
    <>
      <Steps active={active} />
      <Trouble about={data} />
      {isRunning(data) ? (
        <ImportProgress about={data} />
      ) : active === 1 ? (
        <ColumnsStep about={data} onChecked={onForward} />
      ) : active === 2 ? (
        <CheckStep about={data} onBack={onColumns} />
      ) : (
        <ResultStep about={data} />
      )}
    </>
  )
}

/** The error of the last job, if it failed. */
function Trouble({ about }: { about: Import }) {
  const { t } = useTranslation('contacts')
  const id = about.undo_job_id ?? about.run_job_id ?? about.check_job_id
  const { data: job } = useQuery({ ...jobQuery(id ?? 0), enabled: id !== null && !isRunning(about) })
  if (job?.state !== 'failed' || isRunning(about)) return null
  return (
    <Alert color="red" role="alert">
      {t('import.failed', { error: job.error })}
    </Alert>
  )
}

function stepOf({ state }: Import, back: boolean) {
  if (state === 'ready') return 1
  if (state === 'checking') return 2
  if (state === 'checked') return back ? 1 : 2
  return 3
}

function Steps({ active }: { active: number }) {
  const { t } = useTranslation('contacts')
  const narrow = useNarrow()
  return (
    <Stepper active={active} size="sm" wrap={false} allowNextStepsSelect={false}>
      {steps.map((name, place) => (
        <Stepper.Step
          key={name}
          label={narrow && place !== active ? undefined : t(`import.step.${name}`)}
          aria-label={t(`import.step.${name}`)}
          aria-current={place === active ? 'step' : undefined}
          allowStepSelect={false}
          component="div"
          role="group"
        />
      ))}
    </Stepper>
  )
}
